# SolidScene in a box. On a processor, or on NVIDIA cards where the container runtime brings their driver:
#   docker build -t solidscene .
#   docker build -t solidscene:cuda --build-arg BASE=nvidia/cuda:12.4.1-base-ubuntu22.04 .
# Any base with apt and Python 3.11 in its archive will do (Debian 12, Ubuntu 22.04).
ARG BASE=debian:bookworm-slim

# Everything that downloads or builds happens here; only its results go on.
FROM ${BASE} AS build
ENV DEBIAN_FRONTEND=noninteractive PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates python3.11 python3.11-venv
RUN python3.11 -m venv /opt/solidscene
COPY requirements.lock /app/
# Blender's own index has the bpy wheels that outgrew the common one; the hashes say that they are the right ones.
ARG BPY_INDEX=https://download.blender.org/pypi/
RUN /opt/solidscene/bin/pip install --only-binary :all: --require-hashes --extra-index-url ${BPY_INDEX} -r /app/requirements.lock
COPY pyproject.toml README.md LICENSE solidscene.example.toml /app/
COPY agents /app/agents
COPY assets /app/assets
COPY bench /app/bench
COPY blender_scripts /app/blender_scripts
COPY dataset /app/dataset
COPY docs /app/docs
COPY geometry /app/geometry
COPY pipeline /app/pipeline
COPY prompts /app/prompts
COPY solidscene /app/solidscene
COPY web /app/web
COPY workers /app/workers
COPY docker/entrypoint.sh /app/docker/entrypoint.sh
# Editable: prompts and assets are read from the checkout, which in the image is /app.
RUN /opt/solidscene/bin/pip install --no-deps --no-build-isolation --editable /app
RUN /opt/solidscene/bin/python -m compileall -q /app/agents /app/geometry /app/pipeline /app/blender_scripts
RUN /opt/solidscene/bin/pip uninstall --yes setuptools pip

FROM ${BASE}
ENV DEBIAN_FRONTEND=noninteractive
COPY assets/blender-libraries.txt /app/assets/
# Libraries that Blender links to even when it draws nothing, a second sandbox where the kernel has no Landlock, and a
# first process that buries what that sandbox leaves behind.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates python3.11 bubblewrap tini \
    $(awk '!/^#/ { print $2 }' /app/assets/blender-libraries.txt) \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/solidscene /opt/solidscene
COPY --from=build /app /app
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin solidscene \
 && mkdir -p /cache /work && chown solidscene:solidscene /cache /work
ENV PATH=/opt/solidscene/bin:/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 PYTHONUNBUFFERED=1 SOLIDSCENE_CACHE=/cache
# Cycles takes OptiX from the driver, which the container runtime hands over only when asked for graphics.
ENV NVIDIA_VISIBLE_DEVICES=all NVIDIA_DRIVER_CAPABILITIES=compute,utility,graphics
USER solidscene
WORKDIR /work
VOLUME ["/cache", "/work"]
HEALTHCHECK --interval=10m --timeout=60s --start-period=60s CMD ["solidscene", "doctor"]
ENTRYPOINT ["tini", "-s", "--", "/app/docker/entrypoint.sh"]
CMD ["--help"]

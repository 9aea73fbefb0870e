"""The doctor: checks what this machine has and lacks for SolidScene, with remedies."""

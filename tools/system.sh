#!/usr/bin/env bash
# Installs what the live test needs (PortAudio, PulseAudio) when it may; else says what is lost. Never fails.
set -u
packages="libportaudio2 pulseaudio pulseaudio-utils libasound2-plugins"
have() { ldconfig -p 2>/dev/null | grep -q libportaudio.so.2 && command -v pulseaudio >/dev/null && command -v paplay >/dev/null \
  && find /usr/lib -name 'libasound_module_pcm_pulse.so' 2>/dev/null | grep -q .; }
have && exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  echo "Installing $packages ..."
  apt-get update -qq >/dev/null 2>&1
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null 2>&1
fi
have || echo "Without $packages the test with the virtual sound card is skipped (install them with your package manager)."
exit 0

#!/usr/bin/env bash
# Installs what a fresh Debian 12 with the Swift toolchain lacks; with --tests also what the tests
# meet: daemons that nobody here wrote, and the scanners that homenet is measured against; with
# --services also the daemons of Benchmarks/services, databases among them.
#
# No daemon is ever started: a policy-rc.d that says 101 stands while packages are configured, and
# what came newly is disabled, so that it won't start with the machine either.
set -euo pipefail

base=(git make python3 iproute2 util-linux libqrencode-dev libsqlite3-dev)
tests=(
  # Tests/Lab: daemons, a D-Bus for those that need it, and who asks for a lease; mosquitto brings the
  # libmosquitto1 that homenet speaks MQTT by, and is the broker of Tests/ChannelsTests, whose mail goes to
  # aiosmtpd
  avahi-daemon dbus dnsmasq-base samba cups-ipp-utils minidlna miniupnpd openssh-server snmpd
  shairport-sync gmediarender gstreamer1.0-plugins-base mosquitto python3-aiosmtpd
  python3-zeroconf udhcpc wsdd knxd libcoap3-bin ola apcupsd xrdp
  # Benchmarks: whom homenet is measured against, and how devices become stealthy there
  nmap arp-scan fping nftables mtr-tiny traceroute
  ieee-data
  # Tests/CommandTests, Tests/DiagnosticsTests: certificates, good and bad, and who serves them; name
  # servers, and whom dns is compared with
  openssl nginx-light bind9 bind9-dnsutils unbound
  # Tests/Web: the page in a real browser, driven by Playwright from PyPI; unit tests of its modules
  chromium python3-venv nodejs fonts-noto-color-emoji
)
services=(
  # Benchmarks/services: daemons whose products and versions homenet ports and nmap are asked for
  mariadb-server postgresql redis-server memcached vsftpd dovecot-imapd exim4-daemon-light ntpsec slapd
  tigervnc-standalone-server rsync kamailio
)
policy=/usr/sbin/policy-rc.d

wanted=("${base[@]}")
for argument in "$@"; do
  case "$argument" in
    --tests) wanted+=("${tests[@]}") ;;
    --services) wanted+=("${tests[@]}" "${services[@]}") ;;
    *) echo "usage: $0 [--tests] [--services]" >&2; exit 2 ;;
  esac
done

is_installed() {
  [ "$(dpkg-query -W -f '${Status}' "$1" 2>/dev/null)" = "install ok installed" ]
}

command -v dpkg-query >/dev/null || {
  echo "homenet: no dpkg here; on this system please install the like of: ${wanted[*]}" >&2
  exit 1
}
missing=()
for name in "${wanted[@]}"; do is_installed "$name" || missing+=("$name"); done
[ "${#missing[@]}" -gt 0 ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
  elevate=()
elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
  elevate=(sudo)
else
  echo "homenet: missing packages, and no root or sudo to install them: ${missing[*]}" >&2
  exit 1
fi

# Whether an existing policy forbids starting services; it is asked as invoke-rc.d asks it.
policy_denies() {
  local answer=0
  "${elevate[@]}" "$policy" avahi-daemon start >/dev/null 2>&1 || answer=$?
  [ "$answer" -eq 101 ]
}

placed_policy=no
remove_policy() {
  [ "$placed_policy" = no ] || "${elevate[@]}" rm -f "$policy"
}
trap remove_policy EXIT
trap 'exit 130' INT TERM

if [ -e "$policy" ]; then
  policy_denies || {
    echo "homenet: $policy lets services start; not installing daemons: ${missing[*]}" >&2
    exit 1
  }
else
  placed_policy=yes
  printf '#!/bin/sh\n# Put here by homenet while it installs packages; removed afterwards.\nexit 101\n' |
    "${elevate[@]}" tee "$policy" >/dev/null
  "${elevate[@]}" chmod 755 "$policy"
fi

installed_names() { dpkg-query -W -f '${Package} ${Status}\n' | awk '/ installed$/ { print $1 }' | sort; }

echo "homenet: installing ${missing[*]}"
before=$(installed_names)
apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300)
log=$(mktemp)
install_missing() {
  "${elevate[@]}" "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1
}
install_missing || {
  # The package lists of a fresh machine are empty or old.
  "${elevate[@]}" "${apt[@]}" update >/dev/null
  install_missing || { tail -n 15 "$log" >&2; echo "homenet: could not install ${missing[*]}" >&2; exit 1; }
}
rm -f "$log"

# What came newly must not start with the machine either.
for name in $(comm -13 <(echo "$before") <(installed_names)); do
  for file in $(dpkg -L "$name" 2>/dev/null); do
    case "$file" in
      /lib/systemd/system/*.service | /usr/lib/systemd/system/*.service | \
      /lib/systemd/system/*.socket | /usr/lib/systemd/system/*.socket | \
      /lib/systemd/system/*.path | /usr/lib/systemd/system/*.path)
        case "$name" in systemd* | dbus* | udev) continue ;; esac
        if command -v deb-systemd-helper >/dev/null; then
          "${elevate[@]}" deb-systemd-helper disable "$(basename "$file")" >/dev/null 2>&1 || true
        fi ;;
      /etc/init.d/*)
        if command -v update-rc.d >/dev/null; then
          "${elevate[@]}" update-rc.d "$(basename "$file")" disable >/dev/null 2>&1 || true
        fi ;;
    esac
  done
done

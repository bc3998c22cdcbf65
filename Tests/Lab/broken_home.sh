# Sourced: a home's network that can be broken. This namespace is a machine in it, with a router and,
# behind that and a provider's router, a server; each in a namespace of its own that ends within a
# minute. There is no way out.
#
#   here 192.168.1.7 -- 192.168.1.1 router 10.9.0.1 -- 10.9.0.2 provider 10.9.1.1 -- 10.9.1.2 far
#
# IPv6 has fd00:1::/64, fd00:2::/64 and fd00:3::/64 in the same order; the server is fd00:f::9.
# a.lab.test is 203.0.113.9, on the server's loopback. Needs HOMENET_CERTIFICATES, the folder that
# certificates.sh has filled.

# Whatever the caller says: where another link is up, packets could leave.
if ip -o link show up | grep -qv '^[0-9]*: lo:'; then
  echo "broken_home: not in a namespace of its own" >&2
  exit 3
fi

folder=$(mktemp -d)

# IPv6 addresses are good at once: nobody else has them.
at_once='echo 0 >/proc/sys/net/ipv6/conf/default/dad_transmits'

# apart COMMAND…: in the background, with none of this shell's descriptors: whoever started it takes
# an open one for a sign that it still runs.
apart() {
  (
    for descriptor in /proc/$BASHPID/fd/*; do
      descriptor=${descriptor##*/}
      [ "$descriptor" -le 2 ] || eval "exec $descriptor>&-"
    done
    exec "$@" </dev/null >/dev/null 2>&1
  ) &
}

# space NAME: a namespace, held by a process whose id is in $NAME.
space() {
  apart unshare --net sleep 60
  local pid=$!
  while [ "$(readlink "/proc/$pid/ns/net")" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.01; done
  printf -v "$1" %s "$pid"
  nsenter -t "$pid" -n ip link set lo up
  nsenter -t "$pid" -n bash -c "$at_once"
}

# within NAME COMMAND…
within() { local -n holder=$1; shift; nsenter -t "$holder" -n "$@"; }

# cable NAME LINK IPV4,IPV6 NAME LINK IPV4,IPV6; the name of this namespace is here.
cable() {
  ip link add cable0 type veth peer name cable1
  plug cable0 "$1" "$2" "$3"
  plug cable1 "$4" "$5" "$6"
}
plug() {
  local run=()
  if [ "$2" != here ]; then
    local -n holder=$2
    ip link set "$1" netns "$holder"
    run=(nsenter -t "$holder" -n)
  fi
  "${run[@]}" ip link set "$1" name "$3"
  "${run[@]}" ip addr add "${4%,*}" dev "$3"
  "${run[@]}" ip addr add "${4#*,}" dev "$3" nodad
  "${run[@]}" ip link set "$3" up
}

# names OPTION…: the router answers for names.
names() {
  apart nsenter -t "$router" -n timeout 60 dnsmasq --no-daemon --conf-file=/dev/null --no-resolv --no-hosts \
    --listen-address=192.168.1.1 --bind-interfaces --user=root --pid-file= "$@"
  for _ in $(seq 1000); do
    within router ss -lnuH sport = :53 | grep -q . && return
    sleep 0.02
  done
}

# serve NAME ADDRESS CERTIFICATE: speaks TLS there with one of the lab's certificates.
serve() {
  local file=$HOMENET_CERTIFICATES/$3
  apart nsenter -t "${!1}" -n timeout 60 openssl s_server -www -accept "$2:443" -cert "$file.pem" \
    -key "$file.key" -cert_chain "$file.chain" -no_tls1 -no_tls1_1
  for _ in $(seq 1000); do
    within "$1" ss -lntH sport = :443 | grep -q . && return
    sleep 0.02
  done
}

# web NAME ADDRESS MODE…: a web server on port 80, see web_page.py.
web() {
  apart nsenter -t "${!1}" -n timeout 60 python3 "$lab/web_page.py" "$2" 80 "${@:3}"
  for _ in $(seq 1000); do
    within "$1" ss -lntH sport = :80 | grep -q . && return
    sleep 0.02
  done
}

# drop NAME HOOK MATCH: drops what matches.
drop() {
  within "$1" nft "add table ip f; add chain ip f c { type filter hook $2 priority 0; };" \
    "add rule ip f c $3 drop"
}

# intercept NAME PORT: connections from the home through it to that TCP port end at its own port.
intercept() {
  within "$1" nft "add table ip n; add chain ip n c { type nat hook prerouting priority -100; };" \
    "add rule ip n c iifname lan tcp dport $2 redirect to :$2"
}

# limit NAME HOOK MATCH RATE: drops what matches beyond a rate, as in '2/second burst 3 packets'.
limit() {
  within "$1" nft "add table ip f; add chain ip f c { type filter hook $2 priority 0; };" \
    "add rule ip f c $3 limit rate $4 accept; add rule ip f c $3 drop"
}

# line: a point-to-point link to the router takes the cable's place; its default route has no next hop.
line() {
  ip link set eth0 down
  ip addr flush dev eth0
  apart timeout 60 python3 "$lab/point_to_point.py" ppp0 "$router" ppp0
  for _ in $(seq 1000); do
    within router ip link show ppp0 >/dev/null 2>&1 && break
    sleep 0.02
  done
  ip addr add 192.168.1.7/32 dev ppp0
  ip link set ppp0 up
  within router ip link set ppp0 up
  within router ip route add 192.168.1.7 dev ppp0
  ip route add default dev ppp0
}
lab=$(dirname "${BASH_SOURCE[0]}")

bash -c "$at_once"
space router
space provider
space far
cable here eth0 192.168.1.7/24,fd00:1::7/64 router lan 192.168.1.1/24,fd00:1::1/64
cable router wan 10.9.0.1/24,fd00:2::1/64 provider lan 10.9.0.2/24,fd00:2::2/64
cable provider wan 10.9.1.1/24,fd00:3::1/64 far lan 10.9.1.2/24,fd00:3::2/64
ip link set lo up
ip route add default via 192.168.1.1
ip route add fd00::/16 via fd00:1::1
within router ip route add fd00::/16 via fd00:2::2
within provider ip route add fd00:1::/64 via fd00:2::1
within provider ip route add fd00:f::9 via fd00:3::2
within far ip addr add fd00:f::9/128 dev lo
within far ip route add fd00::/16 via fd00:3::1
within router ip route add default via 10.9.0.2
within provider ip route add 192.168.1.0/24 via 10.9.0.1
within provider ip route add 203.0.113.9 via 10.9.1.2
within far ip addr add 203.0.113.9/32 dev lo
within far ip route add default via 10.9.1.1
for name in router provider far; do
  within $name bash -c 'echo 1 >/proc/sys/net/ipv4/ip_forward
    echo 1 >/proc/sys/net/ipv6/conf/all/forwarding
    echo 0 >/proc/sys/net/ipv4/icmp_ratelimit; echo 0 >/proc/sys/net/ipv6/icmp/ratelimit
    # Nor one of all errors together, fifty at once: who was stalled sends many. No ICMPv6 type is 100.
    echo 0 >/proc/sys/net/ipv4/icmp_ratemask; echo 100 >/proc/sys/net/ipv6/icmp/ratemask'
done
echo nameserver 192.168.1.1 >"$folder/resolv.conf"
echo 'hosts: files dns' >"$folder/nsswitch.conf"

# The command that follows sees these in place of the system's.
set -- unshare --mount bash -c '
  mount --bind "$1/resolv.conf" /etc/resolv.conf
  mount --bind "$1/nsswitch.conf" /etc/nsswitch.conf
  shift
  exec "$@"' bash "$folder" "$@"

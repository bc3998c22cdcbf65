#!/usr/bin/env bash
# A chain of network namespaces as routers, with a target behind them, for traces and pings; the
# command is run in the first of them by an ordinary user. Nothing can leave: there is no way out.
#
# usage: Benchmarks/chain.sh [--routers N] [--limited] [--silent HOP] [--mute] [--targets N]
#                            [--loss HOP:PERCENT] [--root] -- COMMAND [ARGUMENT…]
#   --limited   the kernels' own limits of ICMP errors stay (icmp_ratelimit); otherwise there are none
#   --silent    that router sends no ICMP
#   --mute      the target answers nothing
#   --targets   so many addresses on the target, from 10.200.0.1 on; the first is the target
#   --loss      that router loses so many packets on their way to it
#   --root      the command runs as root in there
set -euo pipefail
routers=7 limited=0 silent=0 mute=0 targets=1 loss='' root=0
while [ $# -gt 0 ]; do
  case $1 in
    --routers) routers=$2; shift 2 ;;
    --limited) limited=1; shift ;;
    --silent) silent=$2; shift 2 ;;
    --mute) mute=1; shift ;;
    --targets) targets=$2; shift 2 ;;
    --loss) loss=$2; shift 2 ;;
    --root) root=1; shift ;;
    --) shift; break ;;
    *) echo "chain: what is $1?" >&2; exit 2 ;;
  esac
done
[ $# -gt 0 ] || { echo "chain: no command" >&2; exit 2; }

if [ "${CHAIN_SEALED:-}" != 1 ]; then
  arguments=(--routers "$routers" --silent "$silent" --targets "$targets")
  [ $limited = 0 ] || arguments+=(--limited)
  [ $mute = 0 ] || arguments+=(--mute)
  [ -z "$loss" ] || arguments+=(--loss "$loss")
  [ $root = 0 ] || arguments+=(--root)
  export CHAIN_SEALED=1
  exec unshare --user --map-root-user --net --mount --pid --fork --kill-child --mount-proc \
    bash "$0" "${arguments[@]}" -- "$@"
fi

# Whatever the caller says: where another link is up, packets could leave.
if ip -o link show up | grep -qv '^[0-9]*: lo:'; then
  echo "chain: not in a namespace of its own" >&2
  exit 3
fi

# Each namespace is held by a process that sleeps; all end with this one.
mount -t tmpfs tmpfs /run
mkdir -p /run/netns
last=$((routers + 1))
ip link set lo up
echo '0 2147483647' >/proc/sys/net/ipv4/ping_group_range 2>/dev/null ||
  echo '0 0' >/proc/sys/net/ipv4/ping_group_range
for n in $(seq 1 $last); do
  ip netns add "n$n"
  ip -n "n$n" link set lo up
done
within() { ip netns exec "n$1" bash -c "$2"; }
for n in $(seq 1 $last); do
  # A cable from the one before: 10.0.N.2/30 towards it, 10.0.N.1 here.
  ip link add cable0 type veth peer name cable1
  if [ "$n" = 1 ]; then near=(); ip link set cable0 name out; link=out
  else near=(-n "n$((n - 1))"); ip link set cable0 netns "n$((n - 1))"; link=out
    ip "${near[@]}" link set cable0 name out
  fi
  ip link set cable1 netns "n$n"
  ip -n "n$n" link set cable1 name in
  ip "${near[@]}" addr add "10.0.$n.2/30" dev $link
  ip "${near[@]}" link set $link up
  ip -n "n$n" addr add "10.0.$n.1/30" dev in
  ip -n "n$n" link set in up
  ip "${near[@]}" route add default via "10.0.$n.1" 2>/dev/null || true
done
for n in $(seq 1 $last); do
  within "$n" 'echo 1 >/proc/sys/net/ipv4/ip_forward
    echo 0 >/proc/sys/net/ipv4/conf/all/rp_filter; echo 0 >/proc/sys/net/ipv4/conf/default/rp_filter'
  if [ $limited = 0 ]; then
    within "$n" 'echo 0 >/proc/sys/net/ipv4/icmp_ratelimit
      echo 1000000 >/proc/sys/net/ipv4/icmp_msgs_per_sec 2>/dev/null
      echo 1000000 >/proc/sys/net/ipv4/icmp_msgs_burst 2>/dev/null; true'
  fi
  # The way back, and the way on.
  [ "$n" = 1 ] || ip -n "n$n" route add 10.0.0.0/16 via "10.0.$n.2" 2>/dev/null || true
  [ "$n" = "$last" ] || ip -n "n$n" route replace 10.200.0.0/16 via "10.0.$((n + 1)).1"
done
for n in $(seq 1 $last); do
  # Links in between are reached both ways.
  for far in $(seq $((n + 2)) $last); do
    ip -n "n$n" route replace "10.0.$far.0/30" via "10.0.$((n + 1)).1"
  done
done
for ((i = 0; i < targets; i++)); do
  echo "addr add 10.200.$(((i + 1) / 256)).$(((i + 1) % 256))/32 dev lo"
done | ip -n "n$last" -batch -
if [ "$silent" != 0 ]; then
  # Its own words go nowhere; what it hands on is not its own.
  ip netns exec "n$silent" nft -f - <<<'table ip f {
    chain o { type filter hook output priority 0; ip protocol icmp drop; }
  }'
fi
if [ $mute = 1 ]; then
  ip netns exec "n$last" nft -f - <<<'table ip f {
    chain i { type filter hook input priority 0; ip daddr 10.200.0.0/16 drop; }
  }'
fi
if [ -n "$loss" ]; then
  hop=${loss%%:*} percent=${loss##*:}
  if [ "$hop" = 1 ]; then before=(); else before=(-n "n$((hop - 1))"); fi
  tc "${before[@]}" qdisc add dev out root netem loss "$percent%"
fi
# Neighbours know each other before anything is measured.
sleep 0.3
if [ $root = 1 ]; then exec "$@"; fi
exec setpriv --bounding-set=-all --inh-caps=-all --ambient-caps=-all --no-new-privs "$@"

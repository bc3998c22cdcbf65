#!/usr/bin/env bash
# Makes a certification authority and servers' certificates, good and bad, in a directory.
#
# usage: Tests/Lab/certificates.sh DIRECTORY
#
# Each NAME gets NAME.key, NAME.pem and, where the intermediate vouches for it, NAME.chain. OCSP
# responses are NAME.ocsp.
set -euo pipefail
[ "$#" -eq 1 ] || { echo "usage: $0 DIRECTORY" >&2; exit 2; }
cd "$1"
exec 2>openssl.log

day() { date -u -d "$1 days" +%Y%m%d%H%M%SZ; }

ec() { openssl ecparam -genkey -name "$2" -noout -out "$1.key"; }

cat >ca.cnf <<'END'
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = optional
organizationName = optional
END
touch index.txt

# sign NAME AUTHORITY DIGEST FROM TO: from the request NAME.csr.
sign() {
  openssl ca -config ca.cnf -batch -notext -in "$1.csr" -out "$1.pem" -cert "$2.pem" \
    -keyfile "$2.key" -md "$3" -startdate "$(day "$4")" -enddate "$(day "$5")"
}

# leaf NAME SUBJECT EXTENSIONS… : vouched for by the intermediate, from yesterday for 90 days.
leaf() {
  local name=$1 subject=$2; shift 2
  [ -e "$name.key" ] || ec "$name" prime256v1
  local extensions=()
  for extension in "$@"; do extensions+=(-addext "$extension"); done
  openssl req -new -utf8 -key "$name.key" -subj "$subject" "${extensions[@]}" -out "$name.csr"
  sign "$name" "${authority:-intermediate}" "${digest:-sha256}" "${from:--1}" "${to:-89}"
  cat intermediate.pem >"$name.chain"
}

ec root secp384r1
openssl req -x509 -key root.key -subj "/O=Lab/CN=Lab Root" -days 3650 -out root.pem \
  -addext keyUsage=critical,keyCertSign,cRLSign
ec intermediate secp384r1
authorises=(-addext basicConstraints=critical,CA:true,pathlen:0
  -addext keyUsage=critical,keyCertSign,cRLSign,digitalSignature)
openssl req -new -key intermediate.key -subj "/O=Lab/CN=Lab Intermediate" "${authorises[@]}" \
  -out intermediate.csr
sign intermediate root sha384 -10 1000

names=subjectAltName=DNS:a.lab.test,DNS:*.star.lab.test,IP:127.0.0.1,email:a@lab.test,URI:urn:lab
leaf good "/CN=a.lab.test" "$names" extendedKeyUsage=serverAuth,clientAuth \
  "authorityInfoAccess=OCSP;URI:http://ocsp.lab.test/"
from=-40 to=-3 leaf expired "/CN=a.lab.test" "$names"
from=3 to=40 leaf early "/CN=a.lab.test" "$names"
to=5 leaf ending "/CN=a.lab.test" "$names"
leaf revoked "/CN=a.lab.test" "$names"
leaf stapling "/CN=a.lab.test" "$names" tlsfeature=status_request
leaf client "/CN=a.lab.test" "$names" extendedKeyUsage=clientAuth
leaf address "/CN=a.lab.test" subjectAltName=IP:127.0.0.1
leaf nameless "/O=Lab, with a comma/CN=a.lab.test" keyUsage=digitalSignature
leaf odd "/O=Bücher \"& Söhne\"/CN=bücher.lab.test" subjectAltName=DNS:xn--bcher-kva.lab.test,IP:::1

# Weak in every way: a short key, a digest that can be forged.
openssl genrsa -out weak.key 1024
digest=sha1 leaf weak "/CN=a.lab.test" "$names"
# Of other kinds.
openssl genrsa -out rsa.key 2048
leaf rsa "/CN=a.lab.test" "$names"
openssl genpkey -algorithm ed25519 -out edwards.key
leaf edwards "/CN=a.lab.test" "$names"
ec large secp521r1
leaf large "/CN=a.lab.test" "$names"
# Nobody vouches for it but itself, for a day.
ec own prime256v1
openssl req -x509 -key own.key -subj "/CN=a.lab.test" -addext "$names" -days 1 -out own.pem
# Vouched for by somebody who may not.
authority=good leaf usurped "/CN=usurped.lab.test" "$names"
cat good.pem intermediate.pem >usurped.chain

# ocsp NAME: what the intermediate's own responder says of it.
ocsp() {
  openssl ocsp -issuer intermediate.pem -cert "$1.pem" -no_nonce -reqout "$1.request"
  openssl ocsp -index index.txt -CA intermediate.pem -rsigner intermediate.pem \
    -rkey intermediate.key -reqin "$1.request" -respout "$1.ocsp" -ndays 2 >>openssl.log
}
openssl ca -config ca.cnf -revoke revoked.pem -cert intermediate.pem -keyfile intermediate.key \
  -crl_reason keyCompromise
ocsp good
ocsp revoked
ocsp stapling

#!/usr/bin/env bash
# Debian's Rust with its standard library for other machines, into a folder: rustc uses the library
# of its own release only, and neither rustup's nor a single package of Debian's is at hand
# everywhere. Nothing is installed, and nobody has to be root.
#
#     scripts/foreign_rust.sh FOLDER
#
# tests/exports/test_platforms.py compiles with it. The folder takes 1.5 GB.
set -euo pipefail
own=$(dpkg --print-architecture)
others=(amd64 arm64 s390x i386 armhf)
folder=$(realpath -m "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A list of packages of its own, with the other architectures in it.
mkdir -p "$work"/{lists,cache/archives}/partial "$work"/{packages,root}
options=(-q=2 -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=)
for architecture in "$own" "${others[@]}"; do
    options+=(-o APT::Architectures::="$architecture")
done
apt-get "${options[@]}" update || true # what is missing then is missed below

release=$(apt-cache "${options[@]}" depends libstd-rust-dev | grep -o 'libstd-rust-[0-9.]*$')
llvm=$(apt-cache "${options[@]}" depends "$release" | grep -o 'libllvm[0-9]*' | grep -o '[0-9]*$')
packages=(rustc "$release" "libllvm$llvm" "lld-$llvm" libstd-rust-dev-wasm32)
for architecture in "${others[@]}"; do # and the loader and C library that programs ask for
    packages+=("libstd-rust-dev:$architecture" "libc6:$architecture" "libgcc-s1:$architecture")
done
(cd "$work/packages" && apt-get "${options[@]}" download "${packages[@]}")
for package in "$work"/packages/*.deb; do
    dpkg-deb --extract "$package" "$work/root"
done
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
mv "$work/root" "$folder"

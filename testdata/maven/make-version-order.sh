#!/bin/sh
# Makes version-order.txt: what Maven 4's own ComparableVersion says of every pair of versions.txt that are at most
# STEP lines apart, and of each with itself. Needs a JDK and maven-artifact 4.0.0-rc-4 (org.apache.maven:maven-artifact),
# whose path is the one argument.
set -eu
jar=$1
cd "$(dirname "$0")"
for step in 1 2 3 5 7 11 17 29 47; do
    # The class compares each argument with the next one: a first, then the one `step` lines on.
    awk -v step="$step" '{ line[NR] = $0 } END { for (i = 1; i <= NR; i++) { print line[i]; print line[(i + step - 1) % NR + 1] } }' versions.txt \
        | LC_ALL=C.UTF-8 xargs -d '\n' java -Dsun.jnu.encoding=UTF-8 -cp "$jar" org.apache.maven.artifact.versioning.ComparableVersion \
        | sed -n 's/^   //p'
done | LC_ALL=C sort -u > version-order.txt

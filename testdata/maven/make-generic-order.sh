#!/bin/sh
# Makes generic-order.txt and generic-ranges.txt: what the resolver of Maven 4 says of pairs out of versions.txt that are at
# most STEP lines apart, and of which of them are in the ranges of ranges.txt. Needs a JDK, maven-resolver-util 2.0.13 and
# maven-resolver-api 2.0.13 (org.apache.maven.resolver), whose paths are the two arguments.
set -eu
path=$1:$2
cd "$(dirname "$0")"
pairs=$(mktemp)
for step in 0 1 2 3 5 7 11 17 29 47; do
    awk -v step="$step" '{ line[NR] = $0 } END { for (i = 1; i <= NR; i++) print line[i] "\t" line[(i + step - 1) % NR + 1] }' versions.txt
done | LC_ALL=C sort -u > "$pairs"
java -cp "$path" oracle/Order.java generic < "$pairs" | paste "$pairs" - | awk -F'\t' '{ print $1 " " $3 " " $2 }' > generic-order.txt
# Every range with every seventh version, another seventh each time.
awk 'NR == FNR { line[NR] = $0; count = NR; next } { for (i = FNR % 7 + 1; i <= count; i += 7) print $0 "\t" line[i] }' versions.txt ranges.txt > "$pairs"
java -cp "$path" oracle/Order.java range < "$pairs" | paste "$pairs" - > generic-ranges.txt
rm -f "$pairs"

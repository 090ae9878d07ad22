#!/bin/sh
# The records of a CSV of measure.sh as a table in Markdown. A share is the median over the seeds, and its interval has all of theirs.
# A record holds if the interval's lower end reaches the bar, and every result was right. If the rows are of several days, each says its own.
# Usage: table.sh FILE [--short]      --short: a row for each record on the GPU, with the lowest and the highest share of its sizes
set -eu
case "$#${2:-}" in 1 | 2--short) ;; *) echo "usage: $0 FILE [--short]" >&2 && exit 2 ;; esac
awk -F, -v short="${2:-}" '
    /^#/ { machine = substr($0, 3); next }
    /^record,/ { next }
    {
        key = $1 "," $2
        if (!(key in seeds)) order[++count] = key
        n = ++seeds[key]
        share[key, n] = $9
        if (n == 1 || $10 < low[key]) low[key] = $10
        if (n == 1 || $11 > high[key]) high[key] = $11
        if ($6 != "yes") wrong[key] = 1
        ours[key] = $3; of[key] = $4; at_least[key] = $12; aim[key] = $13; date[key] = $15
        if (first == "" || $15 < first) first = $15
        if ($15 > last) last = $15
    }
    function median(key,   n, i, j, x, v) {
        n = seeds[key]
        for (i = 1; i <= n; ++i) v[i] = share[key, i]
        for (i = 2; i <= n; ++i) { x = v[i]; for (j = i - 1; j >= 1 && v[j] > x; --j) v[j + 1] = v[j]; v[j + 1] = x }
        return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
    }
    function short_table(   k, key, name, n, lowest, highest, names, versus, range, words) {
        words["cudaMemcpy"] = "cudaMemcpy"
        words["cuBLAS"] = "cuBLAS, its fastest layout"
        words["cub"] = words["cub_32"] = "CUB"
        words["three_input_only"] = words["add_and_compare"] = "its arithmetic alone, without loads"
        print "| kernel | compared with | its speed is |"
        print "| :-- | :-- | :-- |"
        for (k = 1; k <= count; ++k) {
            key = order[k]
            split(key, name, ",")
            if (name[1] ~ /CPU/) continue
            if (!(name[1] in lowest)) { names[++n] = name[1]; lowest[name[1]] = highest[name[1]] = median(key); versus[name[1]] = of[key] }
            if (median(key) < lowest[name[1]]) lowest[name[1]] = median(key)
            if (median(key) > highest[name[1]]) highest[name[1]] = median(key)
        }
        for (k = 1; k <= n; ++k) {
            range = sprintf("%.2f to %.2f", lowest[names[k]], highest[names[k]])
            if (sprintf("%.2f", lowest[names[k]]) == sprintf("%.2f", highest[names[k]])) range = sprintf("%.2f", lowest[names[k]])
            print "| " names[k] " | " words[versus[names[k]]] " | " range " times |"
        }
    }
    END {
        days = first != last
        print machine ", " first (days ? " to " last : "") "; medians with 95 % intervals.\n"
        if (short) { short_table(); exit }
        print "| record | size | ours | share of | share | 95 % | at least | aim | holds |" (days ? " measured |" : "")
        print "| :-- | :-- | :-- | :-- | --: | --: | --: | --: | :-- |" (days ? " :-- |" : "")
        for (k = 1; k <= count; ++k) {
            key = order[k]
            split(key, name, ",")
            middle = median(key)
            verdict = wrong[key] ? "wrong result" : low[key] >= aim[key] ? "the aim" : low[key] >= at_least[key] ? "yes" : "no"
            printf "| %s | %s | %s | %s | %.3f | %.3f to %.3f | %.2f | %.2f | %s |%s\n", name[1], name[2], ours[key], of[key], middle,
                   low[key], high[key], at_least[key], aim[key], verdict, days ? " " date[key] " |" : ""
            if (name[1] == "sgemm") { logs += log(middle); lows += log(low[key]); ++products }
        }
        if (products) {
            mean = exp(logs / products)
            lowest = exp(lows / products)
            verdict = lowest >= 1.03 ? "the aim" : lowest >= 0.95 ? "yes" : "no"
            printf "| sgemm, geometric mean | %d shapes | rung 14 or 15 | cuBLAS | %.3f | from %.3f | 0.95 | 1.03 | %s |%s\n", products, mean, lowest, verdict,
                   days ? " |" : ""
        }
    }' "$1"

// A peer of common knowledge: "some G-path leads to the target" for relations given as arrays, read from standard input.
// Edges: all relations reversed into one graph, then a breadth-first search. Labels of equivalences: union-find.
// Input, int32 each: worlds, relations, 1 for edges or 0 for labels; the target; then indptr, m, indices, or labels.
// Output: the least processor seconds of 5 runs, without the reading, and the number of worlds.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>
using Numbers = std::vector<int32_t>;

Numbers read(size_t count) {
    Numbers out(count);
    if (fread(out.data(), 4, count, stdin) != count) throw "input too short";
    return out;
}

int32_t root(Numbers& parent, int32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
}

int main() {
    const Numbers head = read(3);
    const int32_t n = head[0], g = head[1];
    Numbers target = read(n), seen;
    std::vector<Numbers> starts, ends;
    for (int32_t r = 0; r < g; r++) {
        starts.push_back(read(n + head[2]));
        ends.push_back(head[2] ? read(starts.back()[n]) : Numbers());
    }
    double least = 1e9;
    long count;
    for (int run = 0; run < std::max(5, 3000000 / n); run++) {
        const clock_t begin = clock();
        seen.assign(n, 0);
        if (head[2]) {
            Numbers first(n + 2, 0), queue;
            for (auto& to : ends) for (int32_t v : to) first[v + 2]++;
            for (int32_t v = 0; v < n; v++) first[v + 2] += first[v + 1];
            Numbers from(first[n + 1]);
            for (int32_t r = 0; r < g; r++)
                for (int32_t v = 0; v < n; v++)
                    for (int32_t i = starts[r][v]; i < starts[r][v + 1]; i++) from[first[ends[r][i] + 1]++] = v;
            queue.reserve(n);
            auto expand = [&](int32_t v) {
                for (int32_t i = first[v]; i < first[v + 1]; i++)
                    if (!seen[from[i]]) seen[from[i]] = 1, queue.push_back(from[i]);
            };
            for (int32_t v = 0; v < n; v++) if (target[v]) expand(v);
            for (size_t i = 0; i < queue.size(); i++) if (!target[queue[i]]) expand(queue[i]);
        } else {
            Numbers parent(n), hit(n, 0);
            for (int32_t v = 0; v < n; v++) parent[v] = v;
            for (auto& label : starts) {
                Numbers first(n, -1);
                for (int32_t v = 0; v < n; v++) {
                    if (first[label[v]] < 0) { first[label[v]] = v; continue; }
                    const int32_t a = root(parent, v), b = root(parent, first[label[v]]);
                    if (a < b) parent[b] = a; else parent[a] = b;
                }
            }
            for (int32_t v = 0; v < n; v++) if (target[v]) hit[root(parent, v)] = 1;
            for (int32_t v = 0; v < n; v++) seen[v] = hit[root(parent, v)];
        }
        count = 0;
        for (int32_t v : seen) count += v;
        least = std::min(least, double(clock() - begin) / CLOCKS_PER_SEC);
    }
    printf("%g %ld\n", least, count);
}

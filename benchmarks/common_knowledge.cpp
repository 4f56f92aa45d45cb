// A peer of common knowledge: "some G-path leads to the target" for relations given as arrays, read from standard input.
// Edges: all relations reversed into one graph, then a breadth-first search. Labels of equivalences: union-find.
// Input, int32 each: the number of inputs, then for each: worlds, relations, 1 for edges or 0 for labels; the target;
// then indptr, m, indices, or labels. The inputs are asked in turn.
// Output: the least processor seconds of a run, without the reading, and the number of worlds of all inputs.
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

struct Input {
    Numbers head, target;
    std::vector<Numbers> starts, ends;
};

int main() {
    std::vector<Input> inputs(read(1)[0]);
    for (Input& in : inputs) {
        in.head = read(3);
        in.target = read(in.head[0]);
        for (int32_t r = 0; r < in.head[1]; r++) {
            in.starts.push_back(read(in.head[0] + in.head[2]));
            in.ends.push_back(in.head[2] ? read(in.starts.back()[in.head[0]]) : Numbers());
        }
    }
    const int32_t many = inputs.size(), n = inputs[0].head[0];
    double least = 1e9;
    long count = 0;
    for (int run = 0; run < std::max(5 * many, 3000000 / n); run++) {
        const auto& [head, target, starts, ends] = inputs[run % many];
        const int32_t g = head[1];
        Numbers seen;
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
        if (run < many) for (int32_t v : seen) count += v;
        least = std::min(least, double(clock() - begin) / CLOCKS_PER_SEC);
    }
    printf("%g %ld\n", least, count);
}

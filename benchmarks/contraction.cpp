// A peer of contraction: rounds of hashed signatures until no block is split, read from standard input.
// Input, int32 each: worlds, relations; the colour of each world; then for each relation indptr and indices.
// Output: processor seconds without the reading, and the number of blocks.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <unordered_map>
#include <vector>
using Numbers = std::vector<int32_t>;

Numbers read(size_t count) {
    Numbers out(count);
    if (fread(out.data(), 4, count, stdin) != count) throw "input too short";
    return out;
}

int main() {
    const Numbers head = read(2);
    const int32_t n = head[0], g = head[1];
    Numbers block = read(n), next(n), seen;
    std::vector<Numbers> starts, ends;
    for (int32_t r = 0; r < g; r++) {
        starts.push_back(read(n + 1));
        ends.push_back(read(starts.back()[n]));
    }
    const clock_t begin = clock();
    size_t blocks = 0;
    for (bool split = true; split;) {
        std::unordered_map<uint64_t, int32_t> number;
        number.reserve(n);
        for (int32_t v = 0; v < n; v++) {
            uint64_t key = block[v] * 0x9E3779B97F4A7C15u;
            for (int32_t r = 0; r < g; r++) {
                seen.clear();
                for (int32_t i = starts[r][v]; i < starts[r][v + 1]; i++) seen.push_back(block[ends[r][i]]);
                std::sort(seen.begin(), seen.end());
                seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
                key = (key ^ (key >> 32)) * 0xBF58476D1CE4E5B9u + r + 1;
                for (int32_t b : seen) key = (key ^ (key >> 29)) * 0x94D049BB133111EBu + b + 1;
            }
            next[v] = number.emplace(key ^ (key >> 32), number.size()).first->second;
        }
        split = number.size() > blocks;
        blocks = number.size();
        block.swap(next);
    }
    printf("%g %zu\n", double(clock() - begin) / CLOCKS_PER_SEC, blocks);
}

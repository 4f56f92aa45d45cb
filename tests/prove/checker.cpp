// Checks a certificate of whoknows, read from standard input: exit code 0 if it proves its goal, 1 with what is wrong if not.
// Format and rules: docs/reference/certificate.md. No code is shared with whoknows. g++ -std=c++2b -O2 -o checker checker.cpp
#include <algorithm>
#include <deque>
#include <iostream>
#include <map>
#include <set>
#include <tuple>
#include <vector>
using namespace std;
using Set = set<int>;  // of agents, or of nodes: row n is node 2n, its negation 2n + 1; a clause is a set without FALSE
struct Way { Set group; int pre, body, then, box; };
struct Row { string kind; Set group; int a, b; vector<Way> ways; };
struct Step { string rule; int node, world, of; vector<int> premises; };
const int TRUE = 0, FALSE = 1;
const map<string, int> KINDS = {{"true", 0}, {"unused", 0}, {"atom", 0}, {"member", 0}, {"fix", 0}, {"box", 1}, {"and", 2}};
const set<string> BETWEEN = {"possible", "successor", "seen", "K", "4", "5", "55", "B"};  // rules that lead to another world
const map<string, string> SYSTEMS = {  // reflexive, serial, symmetric (y), transitive, Euclidean
    {"K", ""}, {"T", "rs"}, {"D", "s"}, {"KB", "y"}, {"K4", "t"}, {"K5", "e"}, {"KDB", "sy"}, {"B", "rsy"}, {"KD4", "st"},
    {"S4", "rst"}, {"KD5", "se"}, {"K45", "te"}, {"KD45", "ste"}, {"KB4", "yte"}, {"S5", "rsyte"}};
vector<string> properties;              // of each agent
map<int, int> members;                  // agent -> the node that says that the agent's relation leads here
vector<vector<int>> known, induction;   // the clauses of proved lemmas; those that are proved together now
vector<Row> rows; Set theory;
void need(bool holds, const string &what) { if (!holds) throw runtime_error("expected " + what); }
int integer() { int n; need(bool(cin >> n), "a number"); return n; }
string word() { string text; need(bool(cin >> text), "a word"); return text; }
int integer_after(const string &name) { need(word() == name, name); return integer(); }
void skip_text() { string text; getline(cin, text); need(text.starts_with(" \"") || text.starts_with(" ["), "a text"); }
vector<int> integers() { vector<int> list; for (int n = integer(); n; n--) need(n > 0, "a size"), list.push_back(integer()); return list; }
Set set_of(const vector<int> &list) { return {list.begin(), list.end()}; }
Set clause_of(const vector<int> &nodes) { Set c = set_of(nodes); c.erase(FALSE); return c; }
Set group() { Set agents = set_of(integers()); for (int a : agents) properties.at(a); return agents; }
bool is_node(int n) { return n >= 0 && n < 2 * int(rows.size()) && rows[n / 2].kind != "unused"; }
bool is(const char *kind, int n) { return is_node(n) && n % 2 == 0 && rows[n / 2].kind == kind; }
bool is_box(int n, const Set &g, int inside) { return is("box", n) && rows[n / 2].group == g && rows[n / 2].a == inside; }
bool has(int agent, char property) { return properties.at(agent).contains(property); }
bool all(const Set &group, char property) { return ranges::all_of(group, [=](int a) { return has(a, property); }); }
bool is_serial(const Set &group) { return group.size() == 1 && all(group, 's'); }
bool are_nodes(const vector<int> &nodes) { return ranges::all_of(nodes, is_node); }
bool with_members(const Set &group, char property, Set &nodes, int negated) {  // adds those that the property needs here
    for (int a : group) if (!has(a, property) && members.contains(a)) nodes.insert(members[a] ^ negated);
    return ranges::all_of(group, [=](int a) { return has(a, property) || members.contains(a); });
}
bool is_both(int n, int a, int b) {  // the conjunction of two nodes, simplified for constants and repetitions
    if (a == TRUE || b == TRUE || a == b) return n == max(a, b);
    return a == FALSE || b == FALSE || a == (b ^ 1) ? n == FALSE : is("and", n) && Set{rows[n / 2].a, rows[n / 2].b} == Set{a, b};
}
bool is_way(const Step &s) { return s.rule == "ends" || s.rule == "onward"; }  // to a counterexample of a fixpoint
bool has_box(const Way &w) {  // the box says [group](pre -> body & then), and then is a fixpoint
    if (!are_nodes({w.pre, w.body}) || !is("fix", w.then) || !is("box", w.box) || rows[w.box / 2].group != w.group) return false;
    int denied = rows[w.box / 2].a ^ 1;
    auto is_rest = [=](int rest) { return is_both(denied, w.pre, rest) && is_both(rest ^ 1, w.body, w.then); };
    return ranges::any_of(Set{TRUE, FALSE, denied, rows[denied / 2].a, rows[denied / 2].b}, is_rest);
}
void read_table() {
    for (int n = integer_after("agents"); n > 0; n--, skip_text()) properties.push_back(SYSTEMS.at(word()));
    for (int n = integer_after("rows"); n > 0; n--) {
        Row &r = rows.emplace_back(Row{word(), {}, 0, 0, {}});
        if (r.kind == "box" || r.kind == "member") r.group = r.kind == "box" ? group() : Set{integer()};
        for (int Row::*part : {&Row::a, &Row::b}) if (KINDS.at(r.kind) > (part == &Row::b)) r.*part = integer();
        for (int n = r.kind == "fix" ? integer() : 0; n > 0; n--) r.ways.push_back({group(), integer(), integer(), integer(), integer()});
        if (r.kind == "fix" || r.kind == "atom") skip_text();
    }
    for (int i = 0; i < int(rows.size()); i++) {
        const Row &r = rows[i];
        for (int a : r.group) if (r.kind == "member") need(has(a, 'e'), "a Euclidean agent"), members[a] = 2 * i;
        if (KINDS.at(r.kind)) need(are_nodes({r.a, r.b}) && max(r.a, r.b) < 2 * i, "earlier nodes");
        need((r.kind != "box" || r.group.size()) && ranges::all_of(r.ways, has_box), "a group, and ways with their boxes");
    }
    vector<int> level(rows.size());  // above what a row says something of, beside the fixpoints that a fixpoint leads to
    for (size_t round = 0, raised = 1; raised; need(round++ <= rows.size(), "rows that do not depend on themselves")) {
        auto raise = [&](int r, int to, int up = 0) { raised |= level[r] < level[to] + up, level[r] = max(level[r], level[to] + up); };
        for (size_t i = raised = 0; i < rows.size(); i++) {
            raise(i, rows[i].a / 2), raise(i, rows[i].b / 2);
            for (auto &w : rows[i].ways) raise(i, w.pre / 2, 1), raise(i, w.body / 2, 1), raise(i, w.then / 2), raise(w.then / 2, i);
        }
    }
}
bool is_conjunction(Set c) {  // ~A | f for a conjunct f of A, or A | ~f1 | ... | ~fn for conjuncts that make it up
    int whole = c.empty() ? TRUE : *c.rbegin() & ~1;
    bool holds = c.erase(whole), right = is("and", whole);
    if (!holds) c.erase(whole ^ 1);
    Set ends, found; deque<int> open{whole};
    for (int node : holds || c.size() ? c : Set{FALSE}) ends.insert(node ^ holds);
    for (; right && open.size(); open.pop_front()) for (int part : {rows[open[0] / 2].a, rows[open[0] / 2].b}) {
        bool inner = is("and", part), is_end = holds && ends.contains(part);
        if (found.insert(part).second && inner && !is_end) open.push_back(part);
        right &= !holds || inner || is_end || part == TRUE;
    }
    return right && ranges::includes(found, ends) && (holds || ends.size() == 1);
}
bool is_of_box(const string &rule, int node, const Row &box, const Set &c) {  // a clause about a box or its negation
    bool denied = node & 1, twice = is("box", box.a) && rows[box.a / 2].group == box.group;
    Set e{node, box.a ^ !denied};
    for (int a : box.group) if (rule == "KB4" && !denied && has(a, 'y') && members.contains(a) && c == Set{node, members[a]}) return true;
    if (rule == "D") return denied && box.a == FALSE && is_serial(box.group) && c == Set{node};
    if (rule == "CD") return denied && twice && all(box.group, 'e') && c == e;
    e.erase(FALSE);
    if (rule == "T") return denied && with_members(box.group, 'r', e, 1) && c == e;
    return rule == "4C" && !denied && twice && with_members(box.group, 't', e, 1) && c == e;
}
bool is_clause(const string &rule, const Set &c) {  // by the table alone
    if (rule == "contradiction") return c.size() && c == clause_of({*c.rbegin(), *c.rbegin() ^ 1});
    if (rule == "and") return is_conjunction(c);
    if (rule == "theory") return c.size() < 2 && theory.contains(c.empty() ? FALSE : *c.begin());
    for (int node : c) {
        const Row &r = rows[node / 2];
        Set opened{node};
        if (r.kind == "box" && is_of_box(rule, node, r, c)) return true;
        for (auto &w : r.ways) if (opened.insert(w.box ^ 1), rule == "common" && c == Set{node | 1, w.box}) return true;
        if (rule == "common" && is("fix", node) && c == opened) return true;
    }
    return false;
}
struct Tableau {  // the proof of a clause: its nodes are supposed to fail at world 0, and each branch ends with FALSE
    vector<int> clause;
    int number;                       // of the lemma
    vector<Way> ways = induction.empty() ? vector<Way>() : rows[clause[0] / 2].ways;
    vector<Step> steps{};             // of a branch and those that it goes on from
    vector<int> above{-1}, made{-1};  // of their worlds: the world before, and the step that made it
    vector<Set> leader{{}};           // the group that considers it possible at the world before
    bool is_rule(const Step &s, Set c) {  // whether the nodes and the negated premises are a clause of the rule
        for (int p : s.premises) if (c.insert(steps[p].node ^ 1), steps[p].world != s.world) return false;
        c.erase(FALSE);
        if (s.rule == "lemma") return c == clause_of(known.at(s.of));
        if (s.rule != "hypothesis") return s.of == -1 && is_clause(s.rule, c);
        auto &said = induction.at(s.of - known.size());
        if (s.world == 0 || c != clause_of(said)) return c == clause_of(said) && said[0] == clause[0] && s.of < number;
        return steps[made[s.world]].rule == "onward" && said[0] == ways[steps[made[s.world]].of].then;
    }
    bool passes(const Step &s, const Set &given) {  // from the world before, where these nodes are given
        const Set &g = leader[s.world]; const Row &box = rows[s.node / 2];
        int only = given.size() == 1 ? *given.begin() : -2;
        Set needed{s.rule == "4" ? s.node : box.a ^ 1};
        if (s.world == 0 || s.of != -1) return false;
        if (s.rule == "possible") return is_box(only ^ 1, g, s.node ^ 1);
        if (s.rule == "successor") return given.empty() && s.node == TRUE && (all(g, 'r') || is_serial(g));
        if (s.rule == "seen") return given.empty() && is("member", s.node) && ranges::includes(g, box.group) && members[*box.group.begin()] == s.node;
        if (s.rule == "K") return is("box", only) && ranges::includes(g, rows[only / 2].group) && rows[only / 2].a == s.node;
        if (box.kind != "box" || !ranges::includes(g, box.group) || (s.rule == "4") == (s.node & 1)) return false;
        if (s.rule == "5") return all(box.group, 'e') && only == s.node;
        if (s.rule == "55") return all(box.group, 'e') && is_box(only ^ 1, box.group, s.node ^ 1);
        return with_members(box.group, s.rule == "4" ? 't' : 'y', needed, 0) && given == needed;
    }
    bool follows(const Step &s, bool is_case) {
        Set given; bool between = BETWEEN.contains(s.rule);
        if (steps.size() < clause.size())
            return s.rule == "suppose" && s.node == (clause[steps.size()] ^ 1) && s.world == 0 && s.of == -1 && s.premises.empty();
        for (auto *way = is_way(s) ? &ways.at(s.of) : nullptr; way;)
            return is_case && s.premises == vector{0} && above[s.world] == 0 && leader[s.world] == way->group &&
                   s.node == ((s.rule == "ends" ? way->body : way->then) ^ 1);
        if (is_case) return true;
        for (int p : s.premises) if (given.insert(steps[p].node), steps[p].world != (between ? above[s.world] : s.world)) return false;
        if (s.rule != "condition") return between ? passes(s, given) : is_rule(s, {s.node});
        auto &way = steps[s.premises.at(0)];
        return given.size() == 1 && s.of == -1 && is_way(way) && s.node == ways[way.of].pre;
    }
    void add(const string &rule, bool is_case) {  // read a step
        Step s{rule, integer(), integer(), integer(), integers()};
        int place = steps.size(), worlds = above.size(), makes = is_way(s) || rule == "possible" || rule == "successor";
        bool earlier = ranges::all_of(s.premises, [=](int p) { return p >= 0 && p < place; });
        need(earlier && set_of(s.premises).size() == s.premises.size(), "earlier steps as premises, each once");
        need(is_node(s.node) && s.world >= 0 && s.world < worlds, "a node and a world");
        if (makes) above.push_back(s.world), leader.push_back(group()), made.push_back(place), s.world = worlds;
        bool right = follows(s, is_case) && (!makes || leader.back().size());
        need(right, "that step " + to_string(place) + " of lemma " + to_string(number) + " follows"), steps.push_back(s);
    }
    void split() {  // into branches, which are all cases of a clause, or all ways of a fixpoint to fail
        size_t length = steps.size(), worlds = above.size();
        set<pair<string, int>> failing;
        set<tuple<string, int, int, Set>> cases;
        Set nodes; Step s{};
        for (int n = integer(); n > 0; n--) {
            add(word(), true), s = steps.back(), nodes.insert(s.node);
            if (is_way(s)) failing.insert({s.rule, s.of}); else cases.insert({s.rule, s.of, s.world, set_of(s.premises)});
            check(), steps.resize(length), above.resize(worlds), made.resize(worlds), leader.resize(worlds);
        }
        bool complete = failing.empty() ? cases.size() == 1 && is_rule(s, nodes) : cases.empty() && failing.size() == 2 * ways.size();
        need(complete && length >= clause.size(), "all cases");
    }
    void check() {  // the rest of a branch
        for (string rule; steps.empty() || steps.back().node != FALSE; add(rule, false)) if ((rule = word()) == "split") return split();
        need(steps.size() >= clause.size(), "all suppositions");
    }
};
int main() try {
    need(integer_after("whoknows-proof") == 1, "version 1");
    cin.ignore(1 << 30, '\n'), cin.ignore(1 << 30, '\n');  // the rest of this line, and the statement
    read_table();
    need(word() == "theory", "theory"), theory = set_of(integers());
    for (string kind = word(); kind != "goal"; kind = word()) {
        vector<vector<int>> clauses;
        need(kind == "induction" || kind == "lemma", "a lemma");
        for (int n = kind == "lemma" ? 1 : integer(); n > 0; n--) need(word() == "clause", "clause"), clauses.push_back(integers());
        for (auto &clause : clauses) need(are_nodes(clause) && (kind == "lemma" || is("fix", clause.at(0))), "nodes, a fixpoint first");
        if (kind == "induction") induction = clauses;
        for (size_t i = 0; i < clauses.size(); i++) Tableau{clauses[i], int(known.size() + i)}.check();
        known.insert(known.end(), clauses.begin(), clauses.end()), induction.clear();
    }
    int goal = integer();
    need(is("true", 0) && is_node(goal) && ranges::all_of(theory, is_node), "nodes of the table");
    Tableau{{goal ^ 1}, int(known.size())}.check(), need((cin >> ws).eof(), "the end of the text"), puts("right");
} catch (const exception &error) {
    return printf("wrong: %s\n", error.what()), 1;
}

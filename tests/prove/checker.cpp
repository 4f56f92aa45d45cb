// Checks a certificate of whoknows, read from standard input: exit code 0 if it proves its goal, 1 with what is wrong if
// not. Format and rules: docs/reference/certificate.md. No code is shared with whoknows. g++ -std=c++17 -O2 checker.cpp
#include <bits/stdc++.h>
using namespace std;

using Set = set<int>;  // of agents or nodes: row n is node 2n, its negation 2n + 1. In a clause, without FALSE, one holds
struct Way { Set group; int pre, body, then, box; };
struct Row { string kind; int a = 0, b = 0; Set group; vector<Way> ways; };
struct Step { string rule; int node, world, branch, of; vector<int> premises; };

const int TRUE = 0, FALSE = 1;
const set<string> KINDS = {"true", "unused", "atom", "member", "and", "box", "fix"};
const map<string, string> SYSTEMS = {  // reflexive, serial, symmetric (y), transitive, Euclidean
    {"K", ""}, {"T", "rs"}, {"D", "s"}, {"KB", "y"}, {"K4", "t"}, {"K5", "e"}, {"KDB", "sy"}, {"B", "rsy"},
    {"KD4", "st"}, {"S4", "rst"}, {"KD5", "se"}, {"K45", "te"}, {"KD45", "ste"}, {"KB4", "yte"}, {"S5", "rsyte"}};
const set<string> BETWEEN = {"possible", "successor", "seen", "K", "4", "5", "55", "B"};

vector<string> properties;      // of each agent
map<int, int> members;          // agent -> the node that says that the agent's relation leads here
vector<Row> rows;
Set theory;
vector<Set> known;              // the clauses of the lemmas that are proved
vector<vector<int>> induction;  // the clauses that are proved together now, as they are written

void need(bool holds, const string &what) { if (!holds) throw runtime_error("expected " + what); }
int integer() { int n; need(bool(cin >> n), "a number"); return n; }
string word() { string text; need(bool(cin >> text), "a word"); return text; }
int count_of(const string &name) { need(word() == name, name); return integer(); }
void skip_line() { string text; getline(cin, text); }
vector<int> integers() {
    vector<int> list;
    for (int n = integer(); n > 0; n--) list.push_back(integer());
    return list;
}
Set set_of(const vector<int> &list) { return {list.begin(), list.end()}; }
Set clause_of(const vector<int> &nodes) { Set c = set_of(nodes); c.erase(FALSE); return c; }
Set group() { Set agents = set_of(integers()); for (int a : agents) properties.at(a); return agents; }

bool is_node(int n) { return n >= 0 && n < 2 * int(rows.size()) && rows[n / 2].kind != "unused"; }
bool is(const char *kind, int n) { return is_node(n) && n % 2 == 0 && rows[n / 2].kind == kind; }
bool is_box(int n, const Set &g, int inside) { return is("box", n) && rows[n / 2].group == g && rows[n / 2].a == inside; }
bool within(const Set &a, const Set &b) { return includes(b.begin(), b.end(), a.begin(), a.end()); }
bool has(int agent, char property) { return properties[agent].find(property) != string::npos; }
bool all(const Set &group, char property) { return all_of(begin(group), end(group), [=](int a) { return has(a, property); }); }
bool is_serial(const Set &group) { return group.size() == 1 && all(group, 's'); }
// Adds the members, or their negations, where a group's relation has the property; false if it has it nowhere.
bool with_members(const Set &group, char property, Set &nodes, int negated) {
    for (int a : group) if (!has(a, property)) { if (!members.count(a)) return false; nodes.insert(members[a] ^ negated); }
    return true;
}

bool is_both(int n, int a, int b) {  // the conjunction of two nodes, simplified for constants and repetitions
    if (a == TRUE || b == TRUE || a == b) return n == max(a, b);
    if (a == FALSE || b == FALSE || a == (b ^ 1)) return n == FALSE;
    return is("and", n) && Set{rows[n / 2].a, rows[n / 2].b} == Set{a, b};
}
bool is_way(const Way &w) {  // the box says [group](pre -> body & then), and then is a fixpoint
    if (!is_node(w.pre) || !is_node(w.body) || !is("fix", w.then) || !is("box", w.box)) return false;
    int denied = rows[w.box / 2].a ^ 1;
    for (int rest : {TRUE, FALSE, denied, rows[denied / 2].a, rows[denied / 2].b})
        if (is_both(denied, w.pre, rest) && is_both(rest ^ 1, w.body, w.then)) return rows[w.box / 2].group == w.group;
    return false;
}
void read_table() {
    for (int n = count_of("agents"); n > 0; n--, skip_line()) properties.push_back(SYSTEMS.at(word()));
    for (int n = count_of("rows"), ways; n > 0; n--) {
        Row r{word()};
        need(KINDS.count(r.kind), "a row");
        if (r.kind == "box") r.group = group();
        if (r.kind == "member") r.group = {integer()};
        if (r.kind == "and" || r.kind == "box") r.a = integer();
        if (r.kind == "and") r.b = integer();
        for (ways = r.kind == "fix" ? integer() : 0; ways > 0; ways--) {
            r.ways.push_back({group()});
            for (int Way::*field : {&Way::pre, &Way::body, &Way::then, &Way::box}) r.ways.back().*field = integer();
        }
        if (r.kind == "fix" || r.kind == "atom") skip_line();
        rows.push_back(r);
    }
    need(!rows.empty() && rows[0].kind == "true", "true in row 0");
    for (int i = 0; i < int(rows.size()); i++) {
        Row &r = rows[i];
        if (r.kind == "member") need(has((members[*r.group.begin()] = 2 * i, *r.group.begin()), 'e'), "a Euclidean agent");
        if (r.kind == "and" || r.kind == "box") need(is_node(r.a) && is_node(r.b) && max(r.a, r.b) < 2 * i, "earlier nodes");
        if (r.kind == "box") need(!r.group.empty(), "agents");
        need(all_of(r.ways.begin(), r.ways.end(), is_way), "ways with their boxes");
    }
    vector<int> level(rows.size());  // above what a row says something of, beside the fixpoints that a fixpoint leads to
    bool raised = true;
    auto raise = [&](int r, int to) { if (level[r] < to) level[r] = to, raised = true; };
    for (size_t round = 0; raised; need(round++ <= rows.size(), "rows that do not depend on themselves")) {
        raised = false;
        for (size_t i = 0; i < rows.size(); i++) {
            raise(i, max(level[rows[i].a / 2], level[rows[i].b / 2]));
            for (Way &w : rows[i].ways) raise(i, max(level[w.pre / 2], level[w.body / 2]) + 1), raise(i, level[w.then / 2]);
            for (Way &w : rows[i].ways) raise(w.then / 2, level[i]);
        }
    }
}

bool is_conjunction(Set c) {  // ~A | f for a conjunct f of A, or A | ~f1 | ... | ~fn for conjuncts that make it up
    int whole = c.empty() ? TRUE : *c.rbegin() & ~1;
    if (!is("and", whole)) return false;
    bool holds = c.erase(whole), right = true;
    if (!holds) c.erase(whole ^ 1);
    if (!holds && c.empty()) c = {FALSE};
    Set ends, found;
    for (int node : c) ends.insert(node ^ holds);
    for (vector<int> stack{whole}; !stack.empty();) {
        const Row &r = rows[stack.back() / 2];
        stack.pop_back();
        for (int part : {r.a, r.b}) if (found.insert(part).second) {
            bool ends_here = holds && ends.count(part);
            if (is("and", part) && !ends_here) stack.push_back(part);
            right &= !holds || is("and", part) || part == TRUE || ends_here;
        }
    }
    return right && within(ends, found) && (holds || ends.size() == 1);
}
bool is_of_box(const string &rule, int node, const Row &box, const Set &c) {  // a clause about a box or its negation
    bool denied = node & 1, twice = is("box", box.a) && rows[box.a / 2].group == box.group, right = true;
    Set expected{node};
    if (rule == "KB4" && !denied)
        for (int a : box.group) if (has(a, 'y') && members.count(a) && c == Set{node, members[a]}) return true;
    if (rule == "T" && denied) expected.insert(box.a), right = with_members(box.group, 'r', expected, 1);
    else if (rule == "4C" && !denied && twice) expected.insert(box.a ^ 1), right = with_members(box.group, 't', expected, 1);
    else if (rule == "CD" && denied && twice && all(box.group, 'e')) expected.insert(box.a);
    else right = rule == "D" && denied && box.a == FALSE && is_serial(box.group);
    expected.erase(FALSE);
    return right && c == expected;
}
bool is_clause(const string &rule, const Set &c) {  // by the table alone
    if (rule == "contradiction") return !c.empty() && c == clause_of({*c.rbegin(), *c.rbegin() ^ 1});
    if (rule == "and") return is_conjunction(c);
    if (rule == "theory") return c.size() < 2 && theory.count(c.empty() ? FALSE : *c.begin());
    for (int node : c) {
        const Row &r = rows[node / 2];
        if (r.kind == "box" && is_of_box(rule, node, r, c)) return true;
        if (rule != "common" || r.kind != "fix") continue;
        Set opened{node};
        for (const Way &w : r.ways) if (c == Set{node | 1, w.box}) return true; else opened.insert(w.box ^ 1);
        if (!(node & 1) && c == opened) return true;
    }
    return false;
}

void check_tableau(const vector<int> &clause, int number) {  // supposes that all nodes of the clause fail
    int worlds = count_of("tableau"), branches = integer(), length = integer();
    vector<int> above{-1}, parent{-1}, made, last;  // world -> the step that made it, branch -> its last step
    vector<Set> leader{{}};
    vector<Step> steps;
    map<int, vector<int>> cases;  // branch that others go on from -> the first step of each of them
    for (int w = 1; w <= worlds; w++) above.push_back(count_of("world")), leader.push_back(group());
    for (int b = 1; b <= branches; b++) need(0 <= (parent.push_back(count_of("branch")), parent[b]) && parent[b] < b, "an earlier branch");
    made.resize(above.size(), -1), last.resize(parent.size(), -1);
    vector<Way> ways = induction.empty() ? vector<Way>() : rows[clause[0] / 2].ways;
    auto leads = [&](int from, int to) { while (to > from) to = parent[to]; return to == from; };
    auto is_there = [&](int w, int b) { return w == 0 || (made.at(w) >= 0 && leads(steps[made[w]].branch, b)); };
    auto is_closed = [&](int b) { return last[b] >= 0 && steps[last[b]].node == FALSE; };
    auto is_rule = [&](const Step &s, Set c) -> bool {  // the nodes and the negated premises are a clause of the rule
        for (int p : s.premises) if (c.insert(steps[p].node ^ 1), steps[p].world != s.world) return false;
        c.erase(FALSE);
        if (s.rule == "lemma") return c == known.at(s.of);
        if (s.rule != "hypothesis") return s.of == -1 && is_clause(s.rule, c);
        const vector<int> &said = induction.at(s.of - known.size());
        if (s.world == 0) return c == clause_of(said) && said[0] == clause[0] && s.of < number;
        const Step &way = steps[made[s.world]];
        return c == clause_of(said) && way.rule == "onward" && said[0] == ways.at(way.of).then;
    };
    auto passes = [&](const Step &s) -> bool {  // from the world before to this one
        Set given, needed;
        for (int p : s.premises) if (given.insert(steps[p].node), steps[p].world != above.at(s.world)) return false;
        const Set &g = leader[s.world];
        int only = given.size() == 1 ? *given.begin() : -2;
        if (s.world == 0 || s.of != -1) return false;
        if (s.rule == "possible") return is_box(only ^ 1, g, s.node ^ 1);
        if (s.rule == "successor") return given.empty() && s.node == TRUE && (all(g, 'r') || is_serial(g));
        if (s.rule == "seen") return given.empty() && any_of(g.begin(), g.end(), [&](int a) { return members.count(a) && members[a] == s.node; });
        if (s.rule == "K") return is("box", only) && within(rows[only / 2].group, g) && rows[only / 2].a == s.node;
        const Row &box = rows[s.node / 2];
        if (box.kind != "box" || !within(box.group, g) || (s.rule == "4") == (s.node & 1)) return false;
        if (s.rule == "5") return all(box.group, 'e') && given == Set{s.node};
        if (s.rule == "55") return all(box.group, 'e') && is_box(only ^ 1, box.group, s.node ^ 1);
        needed.insert(s.rule == "4" ? s.node : box.a ^ 1);
        return with_members(box.group, s.rule == "4" ? 't' : 'y', needed, 0) && given == needed;
    };
    auto is_way_step = [&](const string &rule) { return rule == "ends" || rule == "onward"; };
    for (int place = 0; place < length; place++) {
        Step s{word()};
        for (int Step::*field : {&Step::node, &Step::world, &Step::branch, &Step::of}) s.*field = integer();
        s.premises = integers();
        steps.push_back(s);
        need(is_node(s.node) && s.branch >= 0 && s.branch <= branches, "a node and a branch");
        bool starts = s.branch && last[s.branch] < 0, way = is_way_step(s.rule), follows = starts;
        int from = starts ? parent[s.branch] : s.branch;
        need(!is_closed(from) && (starts ? last[from] >= 0 : !cases.count(from)), "a branch that goes on");
        if (starts) cases[from].push_back(place);
        last[s.branch] = place;
        for (int p : s.premises) need(p >= 0 && p < place && leads(steps[p].branch, s.branch), "premises on this branch");
        need(set_of(s.premises).size() == s.premises.size(), "each premise once");
        if (way || s.rule == "possible" || s.rule == "successor") {
            need(made.at(s.world) < 0 && above[s.world] < s.world && s.world && !leader[s.world].empty(), "a new world");
            need(is_there(above[s.world], s.branch), "the world before the new one");
            made[s.world] = place;
        } else need(is_there(s.world, s.branch), "a world on this branch");
        if (place < int(clause.size()))
            follows = s.rule == "suppose" && s.node == (clause[place] ^ 1) && !s.world && !s.branch && s.of == -1 && s.premises.empty();
        else if (way)
            follows = starts && s.premises == vector<int>{0} && above[s.world] == 0 && leader[s.world] == ways.at(s.of).group &&
                      s.node == ((s.rule == "ends" ? ways[s.of].body : ways[s.of].then) ^ 1);
        else if (s.rule == "condition" && !starts) {
            const Step &led = steps[s.premises.at(0)];
            follows = s.premises.size() == 1 && s.of == -1 && is_way_step(led.rule) && led.world == s.world && s.node == ways[led.of].pre;
        } else if (!starts) follows = BETWEEN.count(s.rule) ? passes(s) : is_rule(s, {s.node});
        need(follows, "a step that follows by its rule, not step " + to_string(place) + " of lemma " + to_string(number));
    }
    need(length >= int(clause.size()), "all suppositions");
    for (auto &[branch, firsts] : cases) {
        const Step &first = steps[firsts[0]];
        Set nodes;
        set<pair<string, int>> kinds;
        bool same = true;
        for (int place : firsts) {
            const Step &s = steps[place];
            nodes.insert(s.node), kinds.insert({s.rule, s.of});
            same &= s.world == first.world && set_of(s.premises) == set_of(first.premises);
        }
        bool complete = is_way_step(first.rule) ? kinds.size() == 2 * ways.size() && all_of(kinds.begin(), kinds.end(), [&](auto &k) { return is_way_step(k.first); }) : same && kinds.size() == 1 && is_rule(first, nodes);
        need(complete, "all cases of branch " + to_string(branch));
    }
    for (int b = 0; b <= branches; b++) need(last[b] >= 0 && (cases.count(b) || is_closed(b)), "a contradiction on each branch");
    for (int w = 1; w <= worlds; w++) need(made[w] >= 0, "a step that makes each world");
}

int main() try {
    need(word() == "whoknows-proof" && integer() == 1, "whoknows-proof 1");
    skip_line(), skip_line();  // the rest of this line; the statement
    read_table();
    int goal = count_of("goal");
    need(is_node(goal), "a node");
    need(word() == "theory", "theory");
    theory = set_of(integers());
    need(all_of(theory.begin(), theory.end(), is_node), "nodes");
    for (int parts = count_of("parts"); parts > 0; parts--) {
        string kind = word();
        vector<vector<int>> clauses;
        need(kind == "lemma" || kind == "induction", "a lemma or an induction");
        for (int n = kind == "lemma" ? 1 : integer(); n > 0; n--) {
            need(word() == "clause", "a clause");
            clauses.push_back(integers());
            need(all_of(clauses.back().begin(), clauses.back().end(), is_node), "nodes");
            if (kind == "induction") need(is("fix", clauses.back().at(0)), "a fixpoint first");
        }
        if (kind == "induction") induction = clauses;
        for (size_t i = 0; i < clauses.size(); i++) check_tableau(clauses[i], known.size() + i);
        for (auto &clause : clauses) known.push_back(clause_of(clause));
        induction.clear();
    }
    check_tableau({goal ^ 1}, known.size());
    puts("right");
} catch (const exception &error) {
    printf("wrong: %s\n", error.what());
    return 1;
}

// node_modules/svelte/src/internal/shared/utils.js
var e = Array.isArray, t = Array.prototype.indexOf, n = Array.prototype.includes, r = Array.from, i = Object.defineProperty, a = Object.getOwnPropertyDescriptor, o = Object.getOwnPropertyDescriptors, s = Object.prototype, c = Array.prototype, l = Object.getPrototypeOf, u = Object.isExtensible, d = () => {};
function f(e) {
	for (var t = 0; t < e.length; t++) e[t]();
}
function p() {
	var e, t;
	return {
		promise: new Promise((n, r) => {
			e = n, t = r;
		}),
		resolve: e,
		reject: t
	};
}
function m(e, t) {
	if (Array.isArray(e)) return e;
	if (t === void 0 || !(Symbol.iterator in e)) return Array.from(e);
	let n = [];
	for (let r of e) if (n.push(r), n.length === t) break;
	return n;
}
var h = 1024, g = 2048, _ = 4096, v = 8192, y = 16384, b = 32768, x = 1 << 25, S = 65536, ee = 1 << 19, te = 1 << 20, ne = 1 << 25, re = 1 << 21, ie = 1 << 22, ae = 1 << 23, oe = Symbol("$state"), se = Symbol("component"), ce = Symbol("legacy props"), le = Symbol(""), ue = Symbol("attributes"), de = Symbol("class"), fe = Symbol("style"), pe = Symbol("text"), me = Symbol("form reset"), he = new class extends Error {
	name = "StaleReactionError";
	message = "The reaction that called `getAbortSignal()` was re-run or destroyed";
}(), ge = !!globalThis.document?.contentType && /* @__PURE__ */ globalThis.document.contentType.includes("xml"), _e = {}, C = Symbol("uninitialized"), ve = "http://www.w3.org/1999/xhtml";
function ye() {
	console.warn("https://svelte.dev/e/derived_inert");
}
function be(e) {
	console.warn("https://svelte.dev/e/hydration_mismatch");
}
function xe() {
	console.warn("https://svelte.dev/e/select_multiple_invalid_value");
}
function Se() {
	console.warn("https://svelte.dev/e/svelte_boundary_reset_noop");
}
// node_modules/svelte/src/internal/client/dom/hydration.js
var w = !1;
function Ce(e) {
	w = e;
}
var T;
function we(e) {
	if (e === null) throw be(), _e;
	return T = e;
}
function Te() {
	return we(/* @__PURE__ */ ln(T));
}
function E(e) {
	if (w) {
		if (/* @__PURE__ */ ln(T) !== null) throw be(), _e;
		T = e;
	}
}
function Ee(e = 1) {
	if (w) {
		for (var t = e, n = T; t--;) n = /* @__PURE__ */ ln(n);
		T = n;
	}
}
function De(e = !0) {
	for (var t = 0, n = T;;) {
		if (n.nodeType === 8) {
			var r = n.data;
			if (r === "]") {
				if (t === 0) return n;
				--t;
			} else (r === "[" || r === "[!" || r[0] === "[" && !isNaN(Number(r.slice(1)))) && (t += 1);
		}
		var i = /* @__PURE__ */ ln(n);
		e && n.remove(), n = i;
	}
}
function Oe(e) {
	if (!e || e.nodeType !== 8) throw be(), _e;
	return e.data;
}
// node_modules/svelte/src/internal/client/reactivity/equality.js
function ke(e) {
	return e === this.v;
}
function Ae(e, t) {
	return e == e ? e !== t || typeof e == "object" && !!e || typeof e == "function" : t == t;
}
function je(e) {
	return !Ae(e, this.v);
}
function Me(e) {
	throw Error("https://svelte.dev/e/lifecycle_outside_component");
}
// node_modules/svelte/src/internal/client/errors.js
function Ne() {
	throw Error("https://svelte.dev/e/async_derived_orphan");
}
function Pe(e, t, n) {
	throw Error("https://svelte.dev/e/each_key_duplicate");
}
function Fe(e) {
	throw Error("https://svelte.dev/e/effect_in_teardown");
}
function Ie() {
	throw Error("https://svelte.dev/e/effect_in_unowned_derived");
}
function Le(e) {
	throw Error("https://svelte.dev/e/effect_orphan");
}
function Re() {
	throw Error("https://svelte.dev/e/effect_update_depth_exceeded");
}
function ze(e) {
	throw Error("https://svelte.dev/e/props_invalid_value");
}
function Be() {
	throw Error("https://svelte.dev/e/state_descriptors_fixed");
}
function Ve() {
	throw Error("https://svelte.dev/e/state_prototype_fixed");
}
function He() {
	throw Error("https://svelte.dev/e/state_unsafe_mutation");
}
function Ue() {
	throw Error("https://svelte.dev/e/svelte_boundary_reset_onerror");
}
// node_modules/svelte/src/internal/shared/context.js
function We(e) {
	let t = e.p;
	for (; t !== null && t.c === null;) t = t.p;
	return t?.c ?? null;
}
function Ge(e, t) {
	return e === null && Me(t), e.c ??= new Map(We(e) || void 0);
}
// node_modules/svelte/src/internal/client/context.js
var Ke = null;
function qe(e) {
	Ke = e;
}
function Je(e) {
	return Ge(Ke, "getContext").get(e);
}
function Ye(e, t) {
	return Ge(Ke, "setContext").set(e, t), t;
}
function D(e, t = !1, n) {
	Ke = {
		p: Ke,
		i: !1,
		c: null,
		e: null,
		s: e,
		x: null,
		r: B,
		l: null
	};
}
function O(e) {
	var t = Ke, n = t.e;
	if (n !== null) {
		t.e = null;
		for (var r of n) Sn(r);
	}
	return e !== void 0 && (t.x = e), t.i = !0, Ke = t.p, Xe(e);
}
function Xe(e = {}) {
	return i(e, se, { value: !0 }), e;
}
function Ze() {
	return !0;
}
// node_modules/svelte/src/internal/client/dom/task.js
var Qe = [];
function $e() {
	var e = Qe;
	Qe = [], f(e);
}
function et(e) {
	if (Qe.length === 0 && !Dt) {
		var t = Qe;
		queueMicrotask(() => {
			t === Qe && $e();
		});
	}
	Qe.push(e);
}
function tt() {
	for (; Qe.length > 0;) $e();
}
// node_modules/svelte/src/internal/client/reactivity/status.js
var nt = ~(g | _ | h);
function k(e, t) {
	e.f = e.f & nt | t;
}
function rt(e) {
	e.f & 512 || e.deps === null ? k(e, h) : k(e, _);
}
// node_modules/svelte/src/internal/client/reactivity/utils.js
function it(e, t) {
	e.f & 2048 ? t.set(e, g) : e.f & 4096 && t.get(e) !== 2048 && t.set(e, _), k(e, h);
}
// node_modules/svelte/src/internal/client/dom/elements/misc.js
function at(e) {
	w && /* @__PURE__ */ cn(e) !== null && un(e);
}
var ot = !1;
function st() {
	ot || (ot = !0, document.addEventListener("reset", (e) => {
		Promise.resolve().then(() => {
			if (!e.defaultPrevented) for (let t of e.target.elements) t[me]?.();
		});
	}, { capture: !0 }));
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/shared.js
function ct(e) {
	var t = z, n = B;
	Wn(null), Gn(null);
	try {
		return e();
	} finally {
		Wn(t), Gn(n);
	}
}
function lt(e, t, n, r = n) {
	e.addEventListener(t, () => ct(n));
	let i = e[me];
	e[me] = i ? () => {
		i(), r(!0);
	} : () => r(!0), st();
}
// node_modules/svelte/src/internal/client/reactivity/async.js
function ut(e, t, n, r) {
	let i = Ze() ? mt : _t;
	var a = e.filter((e) => !e.settled), o = t.map(i);
	if (n.length === 0 && a.length === 0) {
		r(o);
		return;
	}
	var s = B, c = dt(), l = a.length === 1 ? a[0].promise : a.length > 1 ? Promise.all(a.map((e) => e.promise)) : null;
	function u(e) {
		if (!(s.f & 16384)) {
			c();
			try {
				r([...o, ...e]);
			} catch (e) {
				hn(e, s);
			}
			ft();
		}
	}
	var d = pt();
	if (n.length === 0) {
		l.then(() => u([])).finally(d);
		return;
	}
	function f() {
		Promise.all(n.map((e) => /* @__PURE__ */ gt(e))).then(u).catch((e) => hn(e, s)).finally(d);
	}
	l ? l.then(() => {
		s.f & 16384 ? d() : (c(), f(), ft());
	}) : f();
}
function dt() {
	var e = B, t = z, n = Ke, r = j;
	return function(i = !0) {
		Gn(e), Wn(t), qe(n), i && !(e.f & 16384) && (r?.activate(), r?.apply());
	};
}
function ft(e = !0) {
	Gn(null), Wn(null), qe(null), e && j?.deactivate();
}
function pt() {
	var e = B, t = e.b, n = j, r = !!t?.is_rendered();
	return t?.update_pending_count(1, n), n.increment(r, e), () => {
		t?.update_pending_count(-1, n), n.decrement(r, e);
	};
}
/*#__NO_SIDE_EFFECTS__*/
function mt(e) {
	var t = 2 | g;
	return B !== null && (B.f |= ee), {
		ctx: Ke,
		deps: null,
		effects: null,
		equals: ke,
		f: t,
		fn: e,
		reactions: null,
		rv: 0,
		v: C,
		wv: 0,
		parent: B,
		ac: null
	};
}
var ht = Symbol("obsolete");
/*#__NO_SIDE_EFFECTS__*/
function gt(e, t, n) {
	let r = B;
	r === null && Ne();
	var i = void 0, a = Wt(C), o = !z, s = /* @__PURE__ */ new Set();
	return Tn(() => {
		var t = B, n = p();
		i = n.promise;
		try {
			Promise.resolve(e()).then(n.resolve, (e) => {
				e !== he && n.reject(e);
			}).finally(ft);
		} catch (e) {
			n.reject(e), ft();
		}
		var c = j;
		if (o) {
			if (t.f & 32768) var l = pt();
			if (r.b?.is_rendered()) c.async_deriveds.get(t)?.reject(ht);
			else for (let e of s.values()) e.reject(ht);
			s.add(n), c.async_deriveds.set(t, n);
		}
		let u = (e, t = void 0) => {
			l?.(), s.delete(n), t !== ht && (c.activate(), t ? (a.f |= ae, Jt(a, t)) : (a.f & 8388608 && (a.f ^= ae), Jt(a, e)), c.deactivate());
		};
		n.promise.then(u, (e) => u(null, e || "unknown"));
	}), bn(() => {
		for (let e of s) e.reject(ht);
	}), new Promise((e) => {
		function t(n) {
			function r() {
				n === i ? e(a) : t(i);
			}
			n.then(r, r);
		}
		t(i);
	});
}
/*#__NO_SIDE_EFFECTS__*/
function A(e) {
	let t = /* @__PURE__ */ mt(e);
	return qn(t), t;
}
/*#__NO_SIDE_EFFECTS__*/
function _t(e) {
	let t = /* @__PURE__ */ mt(e);
	return t.equals = je, t;
}
function vt(e) {
	var t = e.effects;
	if (t !== null) {
		e.effects = null;
		for (var n = 0; n < t.length; n += 1) Mn(t[n]);
	}
}
function yt(e) {
	var t, n = B, r = e.parent;
	if (!Vn && r !== null && e.v !== C && r.f & 24576) return ye(), e.v;
	Gn(r);
	try {
		vt(e), t = ar(e);
	} finally {
		Gn(n);
	}
	return t;
}
function bt(e) {
	var t = yt(e);
	!e.equals(t) && (e.wv = nr(), (!j?.is_fork || e.deps === null) && (j === null ? e.v = t : (j.capture(e, t, !0), wt?.capture(e, t, !0)), e.deps === null)) ? k(e, h) : Vn || (Tt === null ? rt(e) : (yn() || j?.is_fork) && Tt.set(e, t));
}
function xt(e) {
	if (e.effects !== null) for (let t of e.effects) (t.teardown || t.ac) && (t.teardown?.(), t.ac !== null && ct(() => {
		t.ac.abort(he), t.ac = null;
	}), t.fn !== null && (t.teardown = d), cr(t, 0), An(t));
}
function St(e) {
	if (e.effects !== null) for (let t of e.effects) t.teardown && t.fn !== null && lr(t);
}
// node_modules/svelte/src/internal/client/reactivity/batch.js
var Ct = null, j = null, wt = null, Tt = null, Et = null, Dt = !1, Ot = !1, kt = null, At = null, jt = 0, Mt = 1, Nt = class e {
	id = Mt++;
	started = !1;
	linked = !0;
	prev = null;
	next = null;
	async_deriveds = /* @__PURE__ */ new Map();
	current = /* @__PURE__ */ new Map();
	previous = /* @__PURE__ */ new Map();
	#e = /* @__PURE__ */ new Set();
	#t = /* @__PURE__ */ new Set();
	#n = 0;
	#r = /* @__PURE__ */ new Map();
	#i = null;
	#a = [];
	#o = [];
	#s = /* @__PURE__ */ new Map();
	#c = /* @__PURE__ */ new Map();
	#l = /* @__PURE__ */ new Set();
	is_fork = !1;
	#u = !1;
	constructor() {
		Ct === null ? Ct = this : (Ct.next = this, this.prev = Ct), Ct = this;
	}
	#d() {
		if (this.is_fork) return !0;
		for (let e of this.#r.keys()) if (!this.#f(e)) return !0;
		return !1;
	}
	#f(e) {
		for (var t = e; t !== null; t = t.parent) if (this.#c.has(t)) return !0;
		return !1;
	}
	skip_effect(e) {
		this.#c.has(e) || this.#c.set(e, {
			d: [],
			m: []
		}), this.#l.delete(e);
	}
	unskip_effect(e, t = (e) => this.schedule(e)) {
		var n = this.#c.get(e);
		if (n) {
			this.#c.delete(e);
			for (var r of n.d) k(r, g), t(r);
			for (r of n.m) k(r, _), t(r);
		}
		this.#l.add(e);
	}
	#p() {
		var e = [];
		for (let i of this.#a) if (!(i.f & 16384 || !(i.f & 6144))) {
			for (var t = i, n = !1; t.parent !== null;) {
				t = t.parent;
				var r = t.f;
				if (r & 96) {
					if (!(r & 1024)) {
						n = !0;
						break;
					}
					t.f ^= h;
				}
			}
			n || e.push(t);
		}
		return this.#a = [], e;
	}
	#m() {
		this.started = !0;
		for (let [e, t] of this.#s) k(e, t), this.schedule(e);
		this.apply();
		for (var t = kt = [], n = [], r = At = []; this.#a.length > 0;) {
			jt++ > 1e3 && (this.#b(), Ft());
			for (let e of this.#p()) try {
				this.#h(e, t, n);
			} catch (t) {
				throw Bt(e), this.#d() || this.discard(), t;
			}
		}
		if (j = null, r.length > 0) {
			var i = e.ensure();
			for (let e of r) i.schedule(e);
		}
		if (kt = null, At = null, this.#d()) {
			this.#y(n), this.#y(t);
			for (let [e, t] of this.#c) zt(e, t);
			r.length > 0 && j.#m();
			return;
		}
		let a = this.#g();
		if (a) this.#y(n), this.#y(t), a.#v(this);
		else {
			this.#s.clear();
			for (let e of this.#e) e(this);
			this.#e.clear(), wt = this, Lt(n), Lt(t), wt = null, this.#i?.resolve();
			var o = j;
			this.#n === 0 && (this.#a.length === 0 || o !== null) && this.#b(), o !== null && (Ht.clear(), o.#m());
		}
	}
	#h(e, t, n) {
		e.f ^= h;
		for (var r = e.first; r !== null;) {
			var i = r.f, a = !!(i & 96);
			if (!(a && i & 1024 || i & 8192 || this.#c.has(r)) && r.fn !== null) {
				a ? r.f ^= h : i & 4 ? t.push(r) : rr(r) && (i & 16 && this.add_dirty_reaction(r, _), lr(r));
				var o = r.first;
				if (o !== null) {
					r = o;
					continue;
				}
			}
			for (; r !== null;) {
				var s = r.next;
				if (s !== null) {
					r = s;
					break;
				}
				r = r.parent;
			}
		}
	}
	#g() {
		for (var e = this.prev; e !== null; e = e.prev) if (!e.is_fork && this.#_(e)) return e;
		return null;
	}
	#_(e) {
		for (let [t, [, n]] of this.current) if (!n && e.current.has(t)) return !0;
		return !1;
	}
	#v(e) {
		for (let [t, n] of e.current) !this.previous.has(t) && e.previous.has(t) && this.previous.set(t, e.previous.get(t)), this.current.set(t, n);
		for (let [t, n] of e.async_deriveds) {
			let e = this.async_deriveds.get(t);
			e && n.promise.then(e.resolve).catch(e.reject);
		}
		e.async_deriveds.clear(), this.transfer_reactions(e.#s);
		let t = (e) => {
			var n = e.reactions;
			if (n !== null && !(e.f & 2 && !(e.f & 6144))) for (let e of n) {
				var r = e.f;
				if (r & 2) t(e);
				else {
					var i = e;
					r & 4194320 && !this.async_deriveds.has(i) && (this.#s.delete(i), k(i, g), this.schedule(i));
				}
			}
		};
		for (let e of this.current.keys()) t(e);
		this.oncommit(() => e.discard()), e.#b(), j = this, this.#m();
	}
	#y(e) {
		for (var t = 0; t < e.length; t += 1) it(e[t], this.#s);
	}
	capture(e, t, n = !1) {
		e.v !== C && !this.previous.has(e) && this.previous.set(e, e.v), e.f & 8388608 || (this.current.set(e, [t, n]), Tt?.set(e, t)), this.is_fork || (e.v = t);
	}
	activate() {
		j = this;
	}
	deactivate() {
		j = null, Tt = null;
	}
	flush() {
		try {
			Ot = !0, j = this, this.#m();
		} finally {
			jt = 0, Et = null, kt = null, At = null, Ot = !1, j = null, Tt = null, Ht.clear();
		}
	}
	discard() {
		for (let e of this.#t) e(this);
		this.#t.clear();
		for (let e of this.async_deriveds.values()) e.reject(ht);
		this.#b(), this.#i?.resolve();
	}
	register_created_effect(e) {
		this.#o.push(e);
	}
	increment(e, t) {
		if (this.#n += 1, e) {
			let e = this.#r.get(t) ?? 0;
			this.#r.set(t, e + 1);
		}
	}
	decrement(e, t) {
		if (--this.#n, e) {
			let e = this.#r.get(t) ?? 0;
			e === 1 ? this.#r.delete(t) : this.#r.set(t, e - 1);
		}
		this.#u || (this.#u = !0, et(() => {
			this.#u = !1, this.linked && this.flush();
		}));
	}
	transfer_reactions(e) {
		for (let [t, n] of e) this.add_dirty_reaction(t, n);
		e.clear();
	}
	add_dirty_reaction(e, t) {
		(t === 2048 || this.#s.get(e) !== 2048) && this.#s.set(e, t);
	}
	oncommit(e) {
		this.#e.add(e);
	}
	ondiscard(e) {
		this.#t.add(e);
	}
	settled() {
		return (this.#i ??= p()).promise;
	}
	static ensure() {
		if (j === null) {
			let t = j = new e();
			!Ot && !Dt && et(() => {
				t.started || t.flush();
			});
		}
		return j;
	}
	apply() {
		Tt = null;
	}
	schedule(e) {
		Et = e, e.b?.is_pending && e.f & 16777228 && !(e.f & 32768) ? e.b.defer_effect(e) : this.#a.push(e);
	}
	#b() {
		if (this.linked) {
			var e = this.prev, t = this.next;
			e === null || (e.next = t), t === null ? Ct = e : t.prev = e, this.linked = !1;
		}
	}
};
function Pt(e) {
	var t = Dt, n = wt;
	wt = null, Dt = !0;
	try {
		var r;
		for (e && (Pt(), r = e());;) {
			if (tt(), j === null) return r;
			j.flush();
		}
	} finally {
		Dt = t, wt = n;
	}
}
function Ft() {
	try {
		Re();
	} catch (e) {
		hn(e, Et);
	}
}
var It = null;
function Lt(e) {
	var t = e.length;
	if (t !== 0) {
		for (var n = 0; n < t;) {
			var r = e[n++];
			if (!(r.f & 24576) && rr(r) && (It = /* @__PURE__ */ new Set(), lr(r), r.deps === null && r.first === null && r.nodes === null && r.teardown === null && r.ac === null && Pn(r), It?.size > 0)) {
				Ht.clear();
				for (let e of It) {
					if (e.f & 24576) continue;
					let t = [e], n = e.parent;
					for (; n !== null;) It.has(n) && (It.delete(n), t.push(n)), n = n.parent;
					for (let e = t.length - 1; e >= 0; e--) {
						let n = t[e];
						n.f & 24576 || lr(n);
					}
				}
				It.clear();
			}
		}
		It = null;
	}
}
function Rt(e) {
	j.schedule(e);
}
function zt(e, t) {
	if (!(e.f & 32 && e.f & 1024)) {
		e.f & 2048 ? t.d.push(e) : e.f & 4096 && t.m.push(e), k(e, h);
		for (var n = e.first; n !== null;) zt(n, t), n = n.next;
	}
}
function Bt(e) {
	k(e, h);
	for (var t = e.first; t !== null;) Bt(t), t = t.next;
}
// node_modules/svelte/src/internal/client/reactivity/sources.js
var Vt = /* @__PURE__ */ new Set(), Ht = /* @__PURE__ */ new Map(), Ut = !1;
function Wt(e, t) {
	return {
		f: 0,
		v: e,
		reactions: null,
		equals: ke,
		rv: 0,
		wv: 0
	};
}
/*#__NO_SIDE_EFFECTS__*/
function M(e, t) {
	let n = Wt(e, t);
	return qn(n), n;
}
/*#__NO_SIDE_EFFECTS__*/
function Gt(e, t = !1, n = !0) {
	let r = Wt(e);
	return t || (r.equals = je), r;
}
function N(e, t, n = !1) {
	return z !== null && (!Un || z.f & 131072) && Ze() && z.f & 4325394 && (Kn === null || !Kn.has(e)) && He(), Jt(e, n ? Qt(t) : t, At);
}
var Kt = null, qt = 0;
function Jt(e, t, n = null) {
	if (!e.equals(t)) {
		Vn ? Ht.set(e, t) : Ht.has(e) || Ht.set(e, e.v);
		var r = Nt.ensure();
		if (r.capture(e, t), e.f & 2) {
			let t = e;
			e.f & 2048 && yt(t), Tt === null && rt(t);
		}
		e.wv = nr(), Kt = null, qt = 0, Zt(e, g, n), Kt = null, Ze() && B !== null && B.f & 1024 && !(B.f & 96) && (Xn === null ? Zn([e]) : Xn.push(e)), !r.is_fork && Vt.size > 0 && !Ut && Yt();
	}
	return t;
}
function Yt() {
	Ut = !1;
	for (let e of Vt) {
		e.f & 1024 && k(e, _);
		let t;
		try {
			t = rr(e);
		} catch {
			t = !0;
		}
		t && lr(e);
	}
	Vt.clear();
}
function Xt(e) {
	N(e, e.v + 1);
}
function Zt(e, t, n) {
	var r = e.reactions;
	if (r !== null) {
		var i = Ze(), a = r.length;
		if (qt += a, qt > 1e5 && Kt === null && (Kt = /* @__PURE__ */ new Set()), Kt !== null) {
			if (Kt.has(e)) return;
			Kt.add(e);
		}
		for (var o = 0; o < a; o++) {
			var s = r[o], c = s.f;
			if (i || s !== B) {
				var l = (c & g) === 0;
				if (l && k(s, t), c & 131072) Vt.add(s);
				else if (c & 2) {
					var u = s;
					Tt?.delete(u), Zt(u, _, n);
				} else if (l) {
					var d = s;
					c & 16 && It !== null && It.add(d), n === null ? Rt(d) : n.push(d);
				}
			}
		}
	}
}
function Qt(t) {
	if (typeof t != "object" || !t || oe in t || se in t) return t;
	let n = l(t);
	if (n !== s && n !== c) return t;
	var r = /* @__PURE__ */ new Map(), i = e(t), o = /* @__PURE__ */ M(0), u = null, d = er, f = (e) => {
		if (er === d) return e();
		var t = z, n = er;
		Wn(null), tr(d);
		var r = e();
		return Wn(t), tr(n), r;
	};
	return i && r.set("length", /* @__PURE__ */ M(t.length, u)), new Proxy(t, {
		defineProperty(e, t, n) {
			"value" in n && n.configurable !== !1 && n.enumerable !== !1 && n.writable !== !1 || Be();
			var i = r.get(t);
			return i === void 0 ? f(() => {
				var e = /* @__PURE__ */ M(n.value, u);
				return r.set(t, e), e;
			}) : N(i, n.value, !0), !0;
		},
		deleteProperty(e, t) {
			var n = r.get(t);
			if (n === void 0) {
				if (t in e) {
					let e = f(() => /* @__PURE__ */ M(C, u));
					r.set(t, e), Xt(o);
				}
			} else N(n, C), Xt(o);
			return !0;
		},
		get(e, n, i) {
			if (n === oe) return t;
			var o = r.get(n), s = n in e;
			if (o === void 0 && (!s || a(e, n)?.writable) && (o = f(() => /* @__PURE__ */ M(Qt(s ? e[n] : C), u)), r.set(n, o)), o !== void 0) {
				var c = V(o);
				return c === C ? void 0 : c;
			}
			return Reflect.get(e, n, i);
		},
		getOwnPropertyDescriptor(e, t) {
			this.has?.(e, t);
			var n = Reflect.getOwnPropertyDescriptor(e, t), i = r.get(t);
			if (i !== void 0) {
				var a = V(i);
				if (a === C) return;
				if (n && "value" in n) n.value = a;
				else return {
					enumerable: !0,
					configurable: !0,
					value: a,
					writable: !0
				};
			}
			return n;
		},
		has(e, t) {
			if (t === oe) return !0;
			var n = r.get(t), i = n !== void 0 && n.v !== C || Reflect.has(e, t);
			return (n !== void 0 || (B !== null || z !== null) && (!i || a(e, t)?.writable)) && (n === void 0 && (n = f(() => /* @__PURE__ */ M(i ? Qt(e[t]) : C, u)), r.set(t, n)), V(n) === C) ? !1 : i;
		},
		set(e, t, n, s) {
			var c = r.get(t), l = t in e;
			if (i && t === "length") for (var d = n; d < c.v; d += 1) {
				var p = r.get(d + "");
				p === void 0 ? d in e && (p = f(() => /* @__PURE__ */ M(C, u)), r.set(d + "", p)) : N(p, C);
			}
			if (c === void 0) (!l || a(e, t)?.writable) && (c = f(() => /* @__PURE__ */ M(void 0, u)), N(c, Qt(n)), r.set(t, c));
			else {
				l = c.v !== C;
				var m = f(() => Qt(n));
				N(c, m);
			}
			var h = Reflect.getOwnPropertyDescriptor(e, t);
			if (h?.set && h.set.call(s, n), !l) {
				if (i && typeof t == "string") {
					var g = r.get("length"), _ = Number(t);
					Number.isInteger(_) && _ >= g.v && N(g, _ + 1);
				}
				Xt(o);
			}
			return !0;
		},
		ownKeys(e) {
			V(o);
			var t = Reflect.ownKeys(e).filter((e) => {
				var t = r.get(e);
				return t === void 0 || t.v !== C;
			});
			for (var [n, i] of r) i.v !== C && !(n in e) && t.push(n);
			return t;
		},
		setPrototypeOf() {
			Ve();
		}
	});
}
function $t(e) {
	try {
		if (typeof e == "object" && e && oe in e) return e[oe];
	} catch {}
	return e;
}
function en(e, t) {
	return Object.is($t(e), $t(t));
}
var tn, nn, rn, an;
function on() {
	if (tn === void 0) {
		tn = window, nn = /Firefox/.test(navigator.userAgent);
		var e = Element.prototype, t = Node.prototype, n = Text.prototype;
		rn = a(t, "firstChild").get, an = a(t, "nextSibling").get, u(e) && (e[de] = void 0, e[ue] = null, e[fe] = void 0, e.__e = void 0), u(n) && (n[pe] = void 0);
	}
}
function sn(e = "") {
	return document.createTextNode(e);
}
/*@__NO_SIDE_EFFECTS__*/
function cn(e) {
	return rn.call(e);
}
/*@__NO_SIDE_EFFECTS__*/
function ln(e) {
	return an.call(e);
}
function P(e, t) {
	if (!w) return /* @__PURE__ */ cn(e);
	var n = /* @__PURE__ */ cn(T);
	if (n === null) n = T.appendChild(sn());
	else if (t && n.nodeType !== 3) {
		var r = sn();
		return n?.before(r), we(r), r;
	}
	return t && pn(n), we(n), n;
}
function F(e, t = !1) {
	if (!w) {
		var n = /* @__PURE__ */ cn(e);
		return n instanceof Comment && n.data === "" ? /* @__PURE__ */ ln(n) : n;
	}
	if (t) {
		if (T?.nodeType !== 3) {
			var r = sn();
			return T?.before(r), we(r), r;
		}
		pn(T);
	}
	return T;
}
function I(e, t = !1) {
	if (!w) return /* @__PURE__ */ cn(e);
	var n = P(e, t);
	return E(e), n;
}
function L(e, t = 1, n = !1) {
	let r = w ? T : e;
	for (var i; t--;) i = r, r = /* @__PURE__ */ ln(r);
	if (!w) return r;
	if (n) {
		if (r?.nodeType !== 3) {
			var a = sn();
			return r === null ? i?.after(a) : r.before(a), we(a), a;
		}
		pn(r);
	}
	return we(r), r;
}
function un(e) {
	e.textContent = "";
}
function dn() {
	return !1;
}
function fn(e, t, n) {
	return t == null || t === "http://www.w3.org/1999/xhtml" ? n ? document.createElement(e, { is: n }) : document.createElement(e) : n ? document.createElementNS(t, e, { is: n }) : document.createElementNS(t, e);
}
function pn(e) {
	if (e.nodeValue.length < 65536) return;
	let t = e.nextSibling;
	for (; t !== null && t.nodeType === 3;) t.remove(), e.nodeValue += t.nodeValue, t = e.nextSibling;
}
function mn(e) {
	var t = B;
	if (t === null) return z.f |= ae, e;
	if (!(t.f & 32768) && !(t.f & 4)) throw e;
	hn(e, t);
}
function hn(e, t) {
	if (e === _e) throw e;
	if (!(t !== null && t.f & 16384)) {
		for (; t !== null;) {
			if (t.f & 128 && !(t.f & 33570816)) {
				if (!(t.f & 32768)) throw e;
				try {
					t.b.error(e);
					return;
				} catch (t) {
					e = t;
				}
			}
			t = t.parent;
		}
		throw e;
	}
}
// node_modules/svelte/src/internal/client/reactivity/effects.js
function gn(e) {
	B === null && (z === null && Le(e), Ie()), Vn && Fe(e);
}
function _n(e, t) {
	var n = t.last;
	n === null ? t.last = t.first = e : (n.next = e, e.prev = n, t.last = e);
}
function vn(e, t) {
	var n = B;
	n !== null && n.f & 8192 && (e |= v);
	var r = {
		ctx: Ke,
		deps: null,
		nodes: null,
		f: e | g | 512,
		first: null,
		fn: t,
		last: null,
		next: null,
		parent: n,
		b: n && n.b,
		prev: null,
		teardown: null,
		wv: 0,
		ac: null
	};
	j?.register_created_effect(r);
	var i = r;
	if (e & 4) kt === null ? Nt.ensure().schedule(r) : kt.push(r);
	else if (t !== null) {
		try {
			lr(r);
		} catch (e) {
			throw Mn(r), e;
		}
		i.deps === null && i.teardown === null && i.nodes === null && i.first === i.last && !(i.f & 524288) && (i = i.first, e & 16 && e & 65536 && i !== null && (i.f |= S));
	}
	if (i !== null && (i.parent = n, n !== null && _n(i, n), z !== null && z.f & 2 && !(e & 64))) {
		var a = z;
		(a.effects ??= []).push(i);
	}
	return r;
}
function yn() {
	return z !== null && !Un;
}
function bn(e) {
	let t = vn(8, null);
	return k(t, h), t.teardown = e, t;
}
function xn(e) {
	gn("$effect");
	var t = B.f;
	if (!z && t & 32 && Ke !== null && !Ke.i) {
		var n = Ke;
		(n.e ??= []).push(e);
	} else return Sn(e);
}
function Sn(e) {
	return vn(4 | te, e);
}
function Cn(e) {
	Nt.ensure();
	let t = vn(64 | ee, e);
	return (e = {}) => new Promise((n) => {
		e.outro ? Fn(t, () => {
			Mn(t), n(void 0);
		}) : (Mn(t), n(void 0));
	});
}
function wn(e) {
	return vn(4, e);
}
function Tn(e) {
	return vn(ie | ee, e);
}
function En(e, t = 0) {
	return vn(8 | t, e);
}
function R(e, t = [], n = [], r = []) {
	ut(r, t, n, (t) => {
		vn(8, () => {
			e(...t.map(V));
		});
	});
}
function Dn(e, t = 0) {
	return vn(16 | t, e);
}
function On(e) {
	return vn(32 | ee, e);
}
function kn(e) {
	var t = e.teardown;
	if (t !== null) {
		let n = Vn, r = z;
		Hn(!0), Wn(null);
		try {
			t.call(null);
		} catch (t) {
			hn(t, e.parent);
		} finally {
			Hn(n), Wn(r);
		}
	}
}
function An(e, t = !1) {
	var n = e.first;
	for (e.first = e.last = null; n !== null;) {
		let e = n.ac;
		e !== null && ct(() => {
			e.abort(he);
		});
		var r = n.next;
		n.f & 64 ? n.parent = null : Mn(n, t), n = r;
	}
}
function jn(e) {
	for (var t = e.first; t !== null;) {
		var n = t.next;
		t.f & 32 || Mn(t), t = n;
	}
}
function Mn(e, t = !0) {
	var n = !1;
	(t || e.f & 262144) && e.nodes !== null && e.nodes.end !== null && (Nn(e.nodes.start, e.nodes.end), n = !0), e.f |= x, An(e, t && !n), cr(e, 0);
	var r = e.nodes && e.nodes.t;
	if (r !== null) for (let e of r) e.stop();
	kn(e), e.f ^= x, e.f |= y;
	var i = e.parent;
	i !== null && i.first !== null && Pn(e), e.next = e.prev = e.teardown = e.ctx = e.deps = e.fn = e.nodes = e.ac = e.b = null;
}
function Nn(e, t) {
	for (; e !== null;) {
		var n = e === t ? null : /* @__PURE__ */ ln(e);
		e.remove(), e = n;
	}
}
function Pn(e) {
	var t = e.parent, n = e.prev, r = e.next;
	n !== null && (n.next = r), r !== null && (r.prev = n), t !== null && (t.first === e && (t.first = r), t.last === e && (t.last = n));
}
function Fn(e, t, n = !0) {
	var r = [];
	e.f |= 256, In(e, r, !0);
	var i = () => {
		n && Mn(e), t && t();
	}, a = r.length;
	if (a > 0) {
		var o = () => --a || i();
		for (var s of r) s.out(o);
	} else i();
}
function In(e, t, n) {
	if (!(e.f & 8192)) {
		e.f ^= v;
		var r = e.nodes && e.nodes.t;
		if (r !== null) for (let e of r) (e.is_global || n) && t.push(e);
		for (var i = e.first; i !== null;) {
			var a = i.next;
			if (!(i.f & 64)) {
				var o = !!(i.f & 65536) || !!(i.f & 32) && !!(e.f & 16);
				In(i, t, o ? n : !1);
			}
			i = a;
		}
	}
}
function Ln(e) {
	e.f &= -257, Rn(e, !0);
}
function Rn(e, t) {
	if (!(e.f & 256) && e.f & 8192) {
		e.f ^= v, e.f & 1024 || (k(e, g), Nt.ensure().schedule(e));
		for (var n = e.first; n !== null;) {
			var r = n.next, i = !!(n.f & 65536) || !!(n.f & 32);
			Rn(n, i ? t : !1), n = r;
		}
		var a = e.nodes && e.nodes.t;
		if (a !== null) for (let e of a) (e.is_global || t) && e.in();
	}
}
function zn(e, t) {
	if (e.nodes) for (var n = e.nodes.start, r = e.nodes.end; n !== null;) {
		var i = n === r ? null : /* @__PURE__ */ ln(n);
		t.append(n), n = i;
	}
}
// node_modules/svelte/src/internal/client/legacy.js
var Bn = null, Vn = !1;
function Hn(e) {
	Vn = e;
}
var z = null, Un = !1;
function Wn(e) {
	z = e;
}
var B = null;
function Gn(e) {
	B = e;
}
var Kn = null;
function qn(e) {
	z !== null && (z.f & 2097152 || z.f & 2) && (Kn ??= /* @__PURE__ */ new Set()).add(e);
}
var Jn = null, Yn = 0, Xn = null;
function Zn(e) {
	Xn = e;
}
var Qn = 1, $n = 0, er = $n;
function tr(e) {
	er = e;
}
function nr() {
	return ++Qn;
}
function rr(e) {
	var t = e.f;
	if (t & 2048) return !0;
	if (t & 4096) {
		for (var n = e.deps, r = n.length, i = 0; i < r; i++) {
			var a = n[i];
			if (rr(a) && bt(a), a.wv > e.wv) return !0;
		}
		t & 512 && Tt === null && k(e, h);
	}
	return !1;
}
function ir(e, t, n = !0) {
	var r = e.reactions;
	if (r !== null && !(Kn !== null && Kn.has(e))) for (var i = 0; i < r.length; i++) {
		var a = r[i];
		a.f & 2 ? ir(a, t, !1) : t === a && (n ? k(a, g) : a.f & 1024 && k(a, _), Rt(a));
	}
}
function ar(e) {
	var t = Jn, n = Yn, r = Xn, i = z, a = Kn, o = Ke, s = Un, c = er, l = e.f;
	Jn = null, Yn = 0, Xn = null, z = l & 96 ? null : e, Kn = null, qe(e.ctx), Un = !1, er = ++$n, e.ac !== null && (ct(() => {
		e.ac.abort(he);
	}), e.ac = null);
	try {
		e.f |= re;
		var u = e.fn, d = u();
		e.f |= b;
		var f = or(e);
		if (Ze() && Xn !== null && !Un && f !== null && !(e.f & 6146)) for (var p = 0; p < Xn.length; p++) ir(Xn[p], e);
		if (i !== null && i !== e) {
			if ($n++, i.deps !== null) for (let e = 0; e < n; e += 1) i.deps[e].rv = $n;
			if (t !== null) for (let e of t) e.rv = $n;
			Xn !== null && (r === null ? r = Xn : r.push(...Xn));
		}
		return e.f & 8388608 && (e.f ^= ae), d;
	} catch (t) {
		return or(e), mn(t);
	} finally {
		e.f ^= re, Jn = t, Yn = n, Xn = r, z = i, Kn = a, qe(o), Un = s, er = c;
	}
}
function or(e) {
	var t = e.deps, n = j?.is_fork;
	if (Jn !== null) {
		var r;
		if (n || cr(e, Yn), t !== null && Yn > 0) for (t.length = Yn + Jn.length, r = 0; r < Jn.length; r++) t[Yn + r] = Jn[r];
		else e.deps = t = Jn;
		if (yn() && e.f & 512) for (r = Yn; r < t.length; r++) (t[r].reactions ??= []).push(e);
	} else !n && t !== null && Yn < t.length && (cr(e, Yn), t.length = Yn);
	return t;
}
function sr(e, r) {
	let i = r.reactions;
	if (i !== null) {
		var a = t.call(i, e);
		if (a !== -1) {
			var o = i.length - 1;
			o === 0 ? i = r.reactions = null : (i[a] = i[o], i.pop());
		}
	}
	if (i === null && r.f & 2 && (Jn === null || !n.call(Jn, r))) {
		var s = r;
		s.f & 512 && (s.f ^= 512), s.v !== C && rt(s), s.ac !== null && ct(() => {
			s.ac.abort(he), s.ac = null, k(s, g);
		}), xt(s), cr(s, 0);
	}
}
function cr(e, t) {
	var n = e.deps;
	if (n !== null) for (var r = t; r < n.length; r++) sr(e, n[r]);
}
function lr(e) {
	var t = e.f;
	if (!(t & 16384)) {
		k(e, h);
		var n = B;
		B = e;
		try {
			t & 16777232 ? jn(e) : An(e), kn(e);
			var r = ar(e);
			e.teardown = typeof r == "function" ? r : null, e.wv = Qn;
		} finally {
			B = n;
		}
	}
}
async function ur() {
	await Promise.resolve(), Pt();
}
function V(e) {
	var t = !!(e.f & 2);
	if (Bn?.add(e), z !== null && !Un && !(B !== null && B.f & 16384) && (Kn === null || !Kn.has(e))) {
		var r = z.deps;
		if (z.f & 2097152) e.rv < $n && (e.rv = $n, Jn === null && r !== null && r[Yn] === e ? Yn++ : Jn === null ? Jn = [e] : Jn.push(e));
		else {
			z.deps ??= [], n.call(z.deps, e) || z.deps.push(e);
			var i = e.reactions;
			i === null ? e.reactions = [z] : n.call(i, z) || i.push(z);
		}
	}
	if (Vn && Ht.has(e)) return Ht.get(e);
	if (t) {
		var a = e;
		if (Vn) {
			var o = a.v;
			return (!(a.f & 1024) && a.reactions !== null || fr(a)) && (o = yt(a)), Ht.set(a, o), o;
		}
		var s = !(a.f & 512) && !Un && z !== null && !!(z.f & 512), c = (a.f & b) === 0;
		rr(a) && (s && (a.f |= 512), bt(a)), s && !c && (St(a), dr(a));
	}
	if (Tt?.has(e)) return Tt.get(e);
	if (e.f & 8388608) throw e.v;
	return e.v;
}
function dr(e) {
	if (e.f |= 512, e.deps !== null) for (let r of e.deps) {
		var t = r.reactions;
		t === null ? r.reactions = [e] : n.call(t, e) || t.push(e), r.f & 2 && !(r.f & 512) && (St(r), dr(r));
	}
}
function fr(e) {
	if (e.v === C) return !0;
	if (e.deps === null) return !1;
	for (let t of e.deps) if (Ht.has(t) || t.f & 2 && fr(t)) return !0;
	return !1;
}
function pr(e) {
	var t = Un;
	try {
		return Un = !0, e();
	} finally {
		Un = t;
	}
}
[.../* @__PURE__ */ "allowfullscreen.async.autofocus.autoplay.checked.controls.default.disabled.formnovalidate.indeterminate.inert.ismap.loop.multiple.muted.nomodule.novalidate.open.playsinline.readonly.required.reversed.seamless.selected.webkitdirectory.defer.disablepictureinpicture.disableremoteplayback".split(".")];
var mr = ["touchstart", "touchmove"];
function hr(e) {
	return mr.includes(e);
}
// node_modules/svelte/src/internal/client/dev/css.js
var gr = Symbol("events"), _r = /* @__PURE__ */ new Set(), vr = /* @__PURE__ */ new Set();
function yr(e, t, n, r = {}) {
	function i(e) {
		if (r.capture || Sr.call(t, e), !e.cancelBubble) return ct(() => n?.call(this, e));
	}
	return e.startsWith("pointer") || e.startsWith("touch") || e === "wheel" ? (i.__removed = !1, et(() => {
		i.__removed || t.addEventListener(e, i, r);
	})) : t.addEventListener(e, i, r), i;
}
function H(e, t, n, r, i) {
	var a = {
		capture: r,
		passive: i
	}, o = yr(e, t, n, a);
	(t === document.body || t === window || t === document || t instanceof HTMLMediaElement) && bn(() => {
		o.__removed = !0, t.removeEventListener(e, o, a);
	});
}
function U(e, t, n) {
	(t[gr] ??= {})[e] = n;
}
function W(e) {
	for (var t = 0; t < e.length; t++) _r.add(e[t]);
	for (var n of vr) n(e);
}
var br = null, xr = !1;
function Sr(e) {
	var t = this, n = t.ownerDocument, r = e.type, a = e.composedPath?.() || [], o = a[0] || e.target;
	br = e, xr || (xr = !0, setTimeout(() => {
		xr = !1, br = null;
	}));
	var s = 0, c = br === e && e[gr];
	if (c) {
		var l = a.indexOf(c);
		if (l !== -1 && (t === document || t === window)) {
			e[gr] = t;
			return;
		}
		var u = a.indexOf(t);
		if (u === -1) return;
		l <= u && (s = l);
	}
	if (o = a[s] || e.target, o !== t) {
		i(e, "currentTarget", {
			configurable: !0,
			get() {
				return o || n;
			}
		});
		var d = z, f = B;
		Wn(null), Gn(null);
		try {
			for (var p, m = []; o !== null && o !== t;) {
				try {
					var h = o[gr]?.[r];
					h == null || o.disabled && e.target !== o || h.call(o, e);
				} catch (e) {
					p ? m.push(e) : p = e;
				}
				if (e.cancelBubble) break;
				s++, o = s < a.length ? a[s] : null;
			}
			if (p) {
				for (let e of m) queueMicrotask(() => {
					throw e;
				});
				throw p;
			}
		} finally {
			e[gr] = t, delete e.currentTarget, Wn(d), Gn(f);
		}
	}
}
// node_modules/svelte/src/internal/client/dom/reconciler.js
var Cr = globalThis?.window?.trustedTypes && /* @__PURE__ */ globalThis.window.trustedTypes.createPolicy("svelte-trusted-html", { createHTML: (e) => e });
function wr(e) {
	return Cr?.createHTML(e) ?? e;
}
function Tr(e) {
	var t = fn("template");
	return t.innerHTML = wr(e.replaceAll("<!>", "<!---->")), t.content;
}
// node_modules/svelte/src/internal/client/dom/template.js
function Er(e, t) {
	var n = B;
	n.nodes === null && (n.nodes = {
		start: e,
		end: t,
		a: null,
		t: null
	});
}
/*#__NO_SIDE_EFFECTS__*/
function G(e, t) {
	var n = !!(t & 1), r = !!(t & 2), i, a = !e.startsWith("<!>");
	return () => {
		if (w) return Er(T, null), T;
		i === void 0 && (i = Tr(a ? e : "<!>" + e), n || (i = /* @__PURE__ */ cn(i)));
		var t = r || nn ? document.importNode(i, !0) : i.cloneNode(!0);
		if (n) {
			var o = /* @__PURE__ */ cn(t), s = t.lastChild;
			Er(o, s);
		} else Er(t, t);
		return t;
	};
}
/*#__NO_SIDE_EFFECTS__*/
function Dr(e, t, n = "svg") {
	var r = !e.startsWith("<!>"), i = !!(t & 1), a = `<${n}>${r ? e : "<!>" + e}</${n}>`, o;
	return () => {
		if (w) return Er(T, null), T;
		if (!o) {
			var e = /* @__PURE__ */ cn(Tr(a));
			if (i) for (o = document.createDocumentFragment(); /* @__PURE__ */ cn(e);) o.appendChild(/* @__PURE__ */ cn(e));
			else o = /* @__PURE__ */ cn(e);
		}
		var t = o.cloneNode(!0);
		if (i) {
			var n = /* @__PURE__ */ cn(t), r = t.lastChild;
			Er(n, r);
		} else Er(t, t);
		return t;
	};
}
/*#__NO_SIDE_EFFECTS__*/
function Or(e, t) {
	return /* @__PURE__ */ Dr(e, t, "svg");
}
/*#__NO_SIDE_EFFECTS__*/
function kr(e, t) {
	return /* @__PURE__ */ Dr(e, t, "math");
}
function Ar(e = "") {
	if (!w) {
		var t = sn(e + "");
		return Er(t, t), t;
	}
	var n = T;
	return n.nodeType === 3 ? pn(n) : (n.before(n = sn()), we(n)), Er(n, n), n;
}
function jr() {
	if (w) return Er(T, null), T;
	var e = document.createDocumentFragment(), t = document.createComment(""), n = sn();
	return e.append(t, n), Er(t, n), e;
}
function K(e, t) {
	if (w) {
		var n = B;
		n.f & 32768 && n.nodes.end !== null || (n.nodes.end = T), Te();
	} else e !== null && e.before(t);
}
// node_modules/svelte/src/reactivity/create-subscriber.js
function Mr(e) {
	let t = 0, n = Wt(0), r;
	return () => {
		yn() && (V(n), En(() => (t === 0 && (r = pr(() => e(() => Xt(n)))), t += 1, () => {
			et(() => {
				--t, t === 0 && (r?.(), r = void 0, Xt(n));
			});
		})));
	};
}
// node_modules/svelte/src/internal/client/dom/blocks/boundary.js
var Nr = S | ee;
function Pr(e, t, n, r) {
	new Fr(e, t, n, r);
}
var Fr = class {
	parent;
	is_pending = !1;
	transform_error;
	#e;
	#t = w ? T : null;
	#n;
	#r;
	#i;
	#a = null;
	#o = null;
	#s = null;
	#c = null;
	#l = 0;
	#u = 0;
	#d = !1;
	#f = /* @__PURE__ */ new Map();
	#p = null;
	#m = Mr(() => (this.#p = Wt(this.#l), () => {
		this.#p = null;
	}));
	constructor(e, t, n, r) {
		this.#e = e, this.#n = t, this.#r = (e) => {
			var t = B;
			t.b = this, t.f |= 128, n(e);
		}, this.parent = B.b, this.transform_error = r ?? this.parent?.transform_error ?? ((e) => e), this.#i = Dn(() => {
			if (w) {
				let e = Oe(this.#t);
				Te();
				let t = e === "[!";
				if (e.startsWith("[?")) {
					let t = JSON.parse(e.slice(2));
					this.#g(t);
				} else t ? this.#y() : this.#h();
			} else this.#b();
		}, Nr), w && (this.#e = T);
	}
	#h() {
		try {
			this.#a = On(() => this.#r(this.#e));
		} catch (e) {
			this.error(e);
		}
	}
	#g(e) {
		let t = this.#n.failed, { reset: n, invoke_onerror: r } = this.#_(e);
		et(r), t && (this.#s = On(() => {
			t(this.#e, () => e, () => n);
		}));
	}
	#_(e) {
		var t = !1, n = !1;
		let r = () => {
			this.#v() || (t ? Se() : (t = !0, n && Ue(), this.#s !== null && Fn(this.#s, () => {
				this.#s = null;
			}), this.#S(() => {
				this.#b();
			})));
		};
		return {
			reset: r,
			invoke_onerror: () => {
				if (!this.#v()) try {
					n = !0, this.#n.onerror?.(e, r), n = !1;
				} catch (e) {
					hn(e, this.#i && this.#i.parent);
				}
			}
		};
	}
	#v() {
		return (this.#i.f & (y | x)) !== 0;
	}
	#y() {
		let e = this.#n.pending;
		e && (this.is_pending = !0, this.#o = On(() => e(this.#e)), et(() => {
			if (!this.#v()) {
				var e = this.#c = document.createDocumentFragment(), t = sn(), n = !1;
				e.append(t), this.#a = this.#S(() => {
					try {
						return On(() => this.#r(t));
					} catch (e) {
						try {
							this.error(e), n = !0;
						} catch (e) {
							hn(e, this.#i.parent);
						}
						return null;
					}
				}), this.#a === null ? (this.#c = null, n && this.#x(j)) : this.#u === 0 && (this.#e.before(e), this.#c = null, Fn(this.#o, () => {
					this.#o = null;
				}), this.#x(j));
			}
		}));
	}
	#b() {
		try {
			if (this.is_pending = this.has_pending_snippet(), this.#u = 0, this.#l = 0, this.#a = On(() => {
				this.#r(this.#e);
			}), this.#u > 0) {
				var e = this.#c = document.createDocumentFragment();
				zn(this.#a, e);
				let t = this.#n.pending;
				this.#o = On(() => t(this.#e));
			} else this.#x(j);
		} catch (e) {
			this.error(e);
		}
	}
	#x(e) {
		this.is_pending = !1, e.transfer_reactions(this.#f);
	}
	defer_effect(e) {
		it(e, this.#f);
	}
	is_rendered() {
		return !this.is_pending && (!this.parent || this.parent.is_rendered());
	}
	has_pending_snippet() {
		return !!this.#n.pending;
	}
	#S(e) {
		var t = B, n = z, r = Ke;
		Gn(this.#i), Wn(this.#i), qe(this.#i.ctx);
		try {
			return Nt.ensure(), e();
		} finally {
			Gn(t), Wn(n), qe(r);
		}
	}
	#C(e, t) {
		this.has_pending_snippet() ? (this.#u += e, this.#u === 0 && (this.#x(t), this.#o && Fn(this.#o, () => {
			this.#o = null;
		}), this.#c &&= (this.#e.before(this.#c), null))) : this.parent && this.parent.#C(e, t);
	}
	update_pending_count(e, t) {
		this.#C(e, t), this.#l += e, !this.#p || this.#d || (this.#d = !0, et(() => {
			this.#d = !1, this.#p && Jt(this.#p, this.#l);
		}));
	}
	get_effect_pending() {
		return this.#m(), V(this.#p);
	}
	error(e) {
		if (e === _e || !this.#n.onerror && !this.#n.failed) throw e;
		j?.is_fork ? (this.#a && j.skip_effect(this.#a), this.#o && j.skip_effect(this.#o), this.#s && j.skip_effect(this.#s), j.oncommit(() => {
			this.#v() || this.#w(e);
		})) : this.#w(e);
	}
	#w(e) {
		this.#a &&= (Mn(this.#a), null), this.#o &&= (Mn(this.#o), null), this.#s &&= (Mn(this.#s), null), w && (we(this.#t), Ee(), we(De()));
		let t = this.#n.failed, n = (e) => {
			if (this.#v()) return;
			let { reset: n, invoke_onerror: r } = this.#_(e);
			r(), t && !this.#v() && (this.#s = this.#S(() => {
				try {
					return On(() => {
						var r = B;
						r.b = this, r.f |= 128, t(this.#e, () => e, () => n);
					});
				} catch (e) {
					return hn(e, this.#i.parent), null;
				}
			}));
		};
		et(() => {
			if (!this.#v()) {
				var t;
				try {
					t = this.transform_error(e);
				} catch (e) {
					hn(e, this.#i && this.#i.parent);
					return;
				}
				typeof t == "object" && t && typeof t.then == "function" ? t.then(n, (e) => hn(e, this.#i && this.#i.parent)) : n(t);
			}
		});
	}
};
function q(e, t) {
	var n = t == null ? "" : typeof t == "object" ? `${t}` : t;
	n !== (e[pe] ??= e.nodeValue) && (e[pe] = n, e.nodeValue = `${n}`);
}
function Ir(e, t) {
	return Rr(e, t);
}
var Lr = /* @__PURE__ */ new Map();
function Rr(e, { target: t, anchor: n, props: i = {}, events: a, context: o, intro: s = !0, transformError: c }) {
	on();
	var l = void 0, u = Cn(() => {
		var s = n ?? t.appendChild(sn());
		Pr(s, { pending: () => {} }, (t) => {
			D({});
			var n = Ke;
			if (o && (n.c = o), a && (i.$$events = a), w && Er(t, null), l = e(t, i) || Xe(), w && (B.nodes.end = T, T === null || T.nodeType !== 8 || T.data !== "]")) throw be(), _e;
			O();
		}, c);
		var u = /* @__PURE__ */ new Set(), d = (e) => {
			for (var n = 0; n < e.length; n++) {
				var r = e[n];
				if (!u.has(r)) {
					u.add(r);
					var i = hr(r);
					for (let e of [t, document]) {
						var a = Lr.get(e);
						a === void 0 && (a = /* @__PURE__ */ new Map(), Lr.set(e, a));
						var o = a.get(r);
						o === void 0 ? (e.addEventListener(r, Sr, { passive: i }), a.set(r, 1)) : a.set(r, o + 1);
					}
				}
			}
		};
		return d(r(_r)), vr.add(d), () => {
			for (var e of u) for (let n of [t, document]) {
				var r = Lr.get(n), i = r.get(e);
				--i == 0 ? (n.removeEventListener(e, Sr), r.delete(e), r.size === 0 && Lr.delete(n)) : r.set(e, i);
			}
			vr.delete(d), s !== n && s.parentNode?.removeChild(s);
		};
	});
	return zr.set(l, u), l;
}
var zr = /* @__PURE__ */ new WeakMap();
function Br(e, t) {
	let n = zr.get(e);
	return n ? (zr.delete(e), n(t)) : Promise.resolve();
}
// node_modules/svelte/src/internal/client/dom/blocks/branches.js
var Vr = class {
	anchor;
	#e = /* @__PURE__ */ new Map();
	#t = /* @__PURE__ */ new Map();
	#n = /* @__PURE__ */ new Map();
	#r = /* @__PURE__ */ new Set();
	#i = !0;
	constructor(e, t = !0) {
		this.anchor = e, this.#i = t;
	}
	#a = (e) => {
		if (this.#e.has(e)) {
			var t = this.#e.get(e), n = this.#t.get(t);
			if (n) Ln(n), this.#r.delete(t);
			else {
				var r = this.#n.get(t);
				r && (Ln(r.effect), this.#t.set(t, r.effect), this.#n.delete(t), r.fragment.lastChild.remove(), this.anchor.before(r.fragment), n = r.effect);
			}
			for (let [t, n] of this.#e) {
				if (this.#e.delete(t), t === e) break;
				let r = this.#n.get(n);
				r && (Mn(r.effect), this.#n.delete(n));
			}
			for (let [e, r] of this.#t) {
				if (e === t || this.#r.has(e)) continue;
				let i = () => {
					if (Array.from(this.#e.values()).includes(e)) {
						var t = document.createDocumentFragment();
						zn(r, t), t.append(sn()), this.#n.set(e, {
							effect: r,
							fragment: t
						});
					} else Mn(r);
					this.#r.delete(e), this.#t.delete(e);
				};
				this.#i || !n ? (this.#r.add(e), Fn(r, i, !1)) : i();
			}
		}
	};
	#o = (e) => {
		this.#e.delete(e);
		let t = Array.from(this.#e.values());
		for (let [e, n] of this.#n) t.includes(e) || (Mn(n.effect), this.#n.delete(e));
	};
	ensure(e, t) {
		var n = j, r = dn();
		if (t && !this.#t.has(e) && !this.#n.has(e)) {
			if (r) {
				var i = document.createDocumentFragment(), a = sn();
				i.append(a), this.#n.set(e, {
					effect: On(() => t(a)),
					fragment: i
				});
			} else this.#t.set(e, On(() => t(this.anchor)));
		}
		if (this.#e.set(n, e), r) {
			for (let [t, r] of this.#t) t === e ? n.unskip_effect(r) : n.skip_effect(r);
			for (let [t, r] of this.#n) t === e ? n.unskip_effect(r.effect) : n.skip_effect(r.effect);
			n.oncommit(this.#a), n.ondiscard(this.#o);
		} else w && (this.anchor = T), this.#a(n);
	}
};
// node_modules/svelte/src/internal/client/dom/blocks/if.js
function J(e, t, n = !1) {
	var r;
	w && (r = T, Te());
	var i = new Vr(e), a = n ? S : 0;
	function o(e, t) {
		if (w) {
			var n = Oe(r);
			if (e !== parseInt(n.substring(1))) {
				var a = De();
				we(a), i.anchor = a, Ce(!1), i.ensure(e, t), Ce(!0);
				return;
			}
		}
		i.ensure(e, t);
	}
	Dn(() => {
		var e = !1;
		t((t, n = 0) => {
			e = !0, o(n, t);
		}), e || o(-1, null);
	}, a);
}
// node_modules/svelte/src/internal/client/dom/blocks/key.js
var Hr = Symbol("NaN");
function Ur(e, t, n) {
	w && Te();
	var r = new Vr(e), i = !Ze();
	Dn(() => {
		var e = t();
		e !== e && (e = Hr), i && typeof e == "object" && e && (e = {}), r.ensure(e, n);
	});
}
// node_modules/svelte/src/internal/client/dom/blocks/each.js
function Wr(e, t) {
	return t;
}
function Gr(e, t, n) {
	for (var i = [], a = t.length, o, s = t.length, c = 0; c < a; c++) {
		let n = t[c];
		Fn(n, () => {
			if (o) {
				if (o.pending.delete(n), o.done.add(n), o.pending.size === 0) {
					var t = e.outrogroups;
					Kr(e, r(o.done)), t.delete(o), t.size === 0 && (e.outrogroups = null);
				}
			} else --s;
		}, !1);
	}
	if (s === 0) {
		var l = i.length === 0 && n !== null && e.pending.size === 0;
		if (l) {
			var u = n, d = u.parentNode;
			un(d), d.append(u), e.items.clear();
		}
		Kr(e, t, !l);
	} else o = {
		pending: new Set(t),
		done: /* @__PURE__ */ new Set()
	}, (e.outrogroups ??= /* @__PURE__ */ new Set()).add(o);
}
function Kr(e, t, n = !0) {
	var r;
	if (e.pending.size > 0) {
		r = /* @__PURE__ */ new Set();
		for (let t of e.pending.values()) for (let n of t) r.add(e.items.get(n).e);
	}
	for (var i = 0; i < t.length; i++) {
		var a = t[i];
		r?.has(a) ? (a.f |= ne, zn(a, document.createDocumentFragment())) : Mn(t[i], n);
	}
}
var qr;
function Y(t, n, i, a, o, s = null) {
	var c = t, l = /* @__PURE__ */ new Map();
	if (n & 4) {
		var u = t;
		c = w ? we(/* @__PURE__ */ cn(u)) : u.appendChild(sn());
	}
	w && Te();
	var d = null, f = /* @__PURE__ */ _t(() => {
		var t = i();
		return e(t) ? t : t == null ? [] : r(t);
	}), p = /* @__PURE__ */ new Map(), m = !0;
	function h(e) {
		if (!(_.effect.f & 16384)) {
			_.pending.delete(e);
			var t = V(f);
			_.fallback = d, Yr(_, t, c, n, a), d !== null && (t.length === 0 ? d.f & 33554432 ? (d.f ^= ne, Zr(d, null, c)) : Ln(d) : Fn(d, () => {
				d = null;
			}));
		}
	}
	function g(e) {
		_.pending.delete(e);
	}
	var _ = {
		effect: Dn(() => {
			var e = V(f), t = e.length;
			let r = !1;
			w && Oe(c) === "[!" != (t === 0) && (c = De(), we(c), Ce(!1), r = !0);
			for (var u = /* @__PURE__ */ new Set(), _ = j, v = dn(), y = 0; y < t; y += 1) {
				w && T.nodeType === 8 && T.data === "]" && (c = T, r = !0, Ce(!1));
				var b = e[y], x = a(b, y), S = m ? null : l.get(x);
				S ? (S.v && Jt(S.v, b), S.i && Jt(S.i, y), v && _.unskip_effect(S.e)) : (S = Xr(l, m ? c : qr ??= sn(), b, x, y, o, n, i), m || (S.e.f |= ne), l.set(x, S)), u.add(x);
			}
			if (t === 0 && s && !d && (m ? d = On(() => s(c)) : (d = On(() => s(qr ??= sn())), d.f |= ne)), t > u.size && Pe("", "", ""), w && t > 0 && we(De()), !m) {
				if (p.set(_, u), v) {
					for (let [e, t] of l) u.has(e) || _.skip_effect(t.e);
					_.oncommit(h), _.ondiscard(g);
				} else h(_);
			}
			r && Ce(!0), V(f);
		}),
		flags: n,
		items: l,
		pending: p,
		outrogroups: null,
		fallback: d
	};
	m = !1, w && (c = T);
}
function Jr(e) {
	for (; e !== null && !(e.f & 32);) e = e.next;
	return e;
}
function Yr(e, t, n, i, a) {
	var o = !!(i & 8), s = t.length, c = e.items, l = Jr(e.effect.first), u, d = null, f, p = [], m = [], h, g, _, v;
	if (o) for (v = 0; v < s; v += 1) h = t[v], g = a(h, v), _ = c.get(g).e, _.f & 33554432 || (_.nodes?.a?.measure(), (f ??= /* @__PURE__ */ new Set()).add(_));
	for (v = 0; v < s; v += 1) {
		if (h = t[v], g = a(h, v), _ = c.get(g).e, e.outrogroups !== null) for (let t of e.outrogroups) t.pending.delete(_), t.done.delete(_);
		if (_.f & 8192 && (Ln(_), o && (_.nodes?.a?.unfix(), (f ??= /* @__PURE__ */ new Set()).delete(_))), _.f & 33554432) {
			if (_.f ^= ne, _ === l) Zr(_, null, n);
			else {
				var y = d ? d.next : l;
				_ === e.effect.last && (e.effect.last = _.prev), _.prev && (_.prev.next = _.next), _.next && (_.next.prev = _.prev), Qr(e, d, _), Qr(e, _, y), Zr(_, y, n), d = _, p = [], m = [], l = Jr(d.next);
				continue;
			}
		}
		if (_ !== l) {
			if (u !== void 0 && u.has(_)) {
				if (p.length < m.length) {
					var b = m[0], x;
					d = b.prev;
					var S = p[0], ee = p[p.length - 1];
					for (x = 0; x < p.length; x += 1) Zr(p[x], b, n);
					for (x = 0; x < m.length; x += 1) u.delete(m[x]);
					Qr(e, S.prev, ee.next), Qr(e, d, S), Qr(e, ee, b), l = b, d = ee, --v, p = [], m = [];
				} else u.delete(_), Zr(_, l, n), Qr(e, _.prev, _.next), Qr(e, _, d === null ? e.effect.first : d.next), Qr(e, d, _), d = _;
				continue;
			}
			for (p = [], m = []; l !== null && l !== _;) (u ??= /* @__PURE__ */ new Set()).add(l), m.push(l), l = Jr(l.next);
			if (l === null) continue;
		}
		_.f & 33554432 || p.push(_), d = _, l = Jr(_.next);
	}
	if (e.outrogroups !== null) {
		for (let t of e.outrogroups) t.pending.size === 0 && (Kr(e, r(t.done)), e.outrogroups?.delete(t));
		e.outrogroups.size === 0 && (e.outrogroups = null);
	}
	if (l !== null || u !== void 0) {
		var te = [];
		if (u !== void 0) for (_ of u) _.f & 8192 || te.push(_);
		for (; l !== null;) !(l.f & 8192) && l !== e.fallback && te.push(l), l = Jr(l.next);
		var re = te.length;
		if (re > 0) {
			var ie = i & 4 && s === 0 ? n : null;
			if (o) {
				for (v = 0; v < re; v += 1) te[v].nodes?.a?.measure();
				for (v = 0; v < re; v += 1) te[v].nodes?.a?.fix();
			}
			Gr(e, te, ie);
		}
	}
	o && et(() => {
		if (f !== void 0) for (_ of f) _.nodes?.a?.apply();
	});
}
function Xr(e, t, n, r, i, a, o, s) {
	var c = o & 1 ? o & 16 ? Wt(n) : /* @__PURE__ */ Gt(n, !1, !1) : null, l = o & 2 ? Wt(i) : null;
	return {
		v: c,
		i: l,
		e: On(() => (a(t, c ?? n, l ?? i, s), () => {
			e.delete(r);
		}))
	};
}
function Zr(e, t, n) {
	if (e.nodes) for (var r = e.nodes.start, i = e.nodes.end, a = t && !(t.f & 33554432) ? t.nodes.start : n; r !== null;) {
		var o = /* @__PURE__ */ ln(r);
		if (a.before(r), r === i) return;
		r = o;
	}
}
function Qr(e, t, n) {
	t === null ? e.effect.first = n : t.next = n, n === null ? e.effect.last = t : n.prev = t;
}
// node_modules/svelte/src/internal/client/dom/blocks/snippet.js
function $r(e, t, ...n) {
	var r = new Vr(e);
	Dn(() => {
		let e = t() ?? null;
		r.ensure(e, e && ((t) => e(t, ...n)));
	}, S);
}
// node_modules/svelte/src/internal/client/dom/css.js
function X(e, t) {
	wn(() => {
		e = B?.parent?.nodes?.start ?? e;
		var n = e.getRootNode(), r = n.host ? n : n.head ?? n.ownerDocument.head;
		if (!r.querySelector("#" + t.hash)) {
			let e = fn("style");
			e.id = t.hash, e.textContent = t.code, r.appendChild(e);
		}
	});
}
// node_modules/clsx/dist/clsx.mjs
function ei(e) {
	var t, n, r = "";
	if (typeof e == "string" || typeof e == "number") r += e;
	else if (typeof e == "object") {
		if (Array.isArray(e)) {
			var i = e.length;
			for (t = 0; t < i; t++) e[t] && (n = ei(e[t])) && (r && (r += " "), r += n);
		} else for (n in e) e[n] && (r && (r += " "), r += n);
	}
	return r;
}
function ti() {
	for (var e, t, n = 0, r = "", i = arguments.length; n < i; n++) (e = arguments[n]) && (t = ei(e)) && (r && (r += " "), r += t);
	return r;
}
// node_modules/svelte/src/internal/shared/attributes.js
function ni(e) {
	return typeof e == "object" ? ti(e) : e ?? "";
}
var ri = [..." 	\n\r\f\xA0\v﻿"];
function ii(e, t, n) {
	var r = e == null ? "" : "" + e;
	if (t && (r = r ? r + " " + t : t), n) {
		for (var i of Object.keys(n)) if (n[i]) r = r ? r + " " + i : i;
		else if (r.length) for (var a = i.length, o = 0; (o = r.indexOf(i, o)) >= 0;) {
			var s = o + a;
			(o === 0 || ri.includes(r[o - 1])) && (s === r.length || ri.includes(r[s])) ? r = (o === 0 ? "" : r.substring(0, o)) + r.substring(s + 1) : o = s;
		}
	}
	return r === "" ? null : r;
}
function ai(e, t = !1) {
	var n = t ? " !important;" : ";", r = "";
	for (var i of Object.keys(e)) {
		var a = e[i];
		a != null && a !== "" && (r += " " + i + ": " + a + n);
	}
	return r;
}
function oi(e) {
	return e[0] !== "-" || e[1] !== "-" ? e.toLowerCase() : e;
}
function si(e, t) {
	if (t) {
		var n = "", r, i;
		if (Array.isArray(t) ? (r = t[0], i = t[1]) : r = t, e) {
			e = String(e).replaceAll(/\/\*.*?\*\//g, "").trim();
			var a = !1, o = 0, s = !1, c = [];
			r && c.push(...Object.keys(r).map(oi)), i && c.push(...Object.keys(i).map(oi));
			var l = 0, u = -1;
			let t = e.length;
			for (var d = 0; d < t; d++) {
				var f = e[d];
				if (s ? f === "/" && e[d - 1] === "*" && (s = !1) : a ? a === f && (a = !1) : f === "/" && e[d + 1] === "*" ? s = !0 : f === "\"" || f === "'" ? a = f : f === "(" ? o++ : f === ")" && o--, !s && a === !1 && o === 0) {
					if (f === ":" && u === -1) u = d;
					else if (f === ";" || d === t - 1) {
						if (u !== -1) {
							var p = oi(e.substring(l, u).trim());
							if (!c.includes(p)) {
								f !== ";" && d++;
								var m = e.substring(l, d).trim();
								n += " " + m + ";";
							}
						}
						l = d + 1, u = -1;
					}
				}
			}
		}
		return r && (n += ai(r)), i && (n += ai(i, !0)), n = n.trim(), n === "" ? null : n;
	}
	return e == null ? null : String(e);
}
// node_modules/svelte/src/internal/client/dom/elements/class.js
function ci(e, t, n, r, i, a) {
	var o = e[de];
	if (w || o !== n || o === void 0) {
		var s = ii(n, r, a);
		w && s === e.getAttribute("class") || (s == null ? e.removeAttribute("class") : t ? e.className = s : e.setAttribute("class", s)), e[de] = n;
	} else if (a && i !== a) for (var c in a) {
		var l = !!a[c];
		(i == null || l !== !!i[c]) && e.classList.toggle(c, l);
	}
	return a;
}
// node_modules/svelte/src/internal/client/dom/elements/style.js
function li(e, t = {}, n, r) {
	for (var i in n) {
		var a = n[i];
		t[i] !== a && (n[i] == null ? e.style.removeProperty(i) : e.style.setProperty(i, a, r));
	}
}
function ui(e, t, n, r) {
	var i = e[fe];
	if (w || i !== t) {
		var a = si(t, r);
		w && a === e.getAttribute("style") || (a == null ? e.removeAttribute("style") : e.style.cssText = a), e[fe] = t;
	} else r && (Array.isArray(r) ? (li(e, n?.[0], r[0]), li(e, n?.[1], r[1], "important")) : li(e, n, r));
	return r;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/select.js
function di(e, t) {
	t ? e.hasAttribute("selected") || e.setAttribute("selected", "") : e.removeAttribute("selected");
}
function fi(t, n) {
	var r = t.__defaultValue, i = t.multiple, a = i ? r ?? [] : null;
	if (!i || e(a)) {
		var o = t.selectedIndex, s = n && i ? new Set(t.selectedOptions) : null;
		for (var c of t.options) {
			var l = gi(c);
			di(c, i ? a.includes(l) : en(l, r));
		}
		if (n) {
			if (s !== null) for (c of t.options) {
				var u = s.has(c);
				c.selected !== u && (c.selected = u);
			}
			else t.selectedIndex !== o && (t.selectedIndex = o);
		}
	}
}
function pi(t, n, r = !1) {
	if (t.multiple) {
		if (n == null) return;
		if (!e(n)) return xe();
		for (var i of t.options) i.selected = n.includes(gi(i));
	} else {
		for (i of t.options) if (en(gi(i), n)) {
			i.selected = !0;
			return;
		}
		r && n === void 0 || (t.selectedIndex = -1);
	}
}
function mi(e) {
	var t = new MutationObserver((t) => {
		t.every(_i) || ("__defaultValue" in e && fi(e, !1), "__value" in e && pi(e, e.__value));
	});
	t.observe(e, {
		childList: !0,
		subtree: !0,
		attributes: !0,
		attributeFilter: ["value"]
	}), bn(() => {
		t.disconnect();
	});
}
function hi(e, t, n = t) {
	var r = /* @__PURE__ */ new WeakSet(), i = !0;
	lt(e, "change", (t) => {
		var i = t ? "[selected]" : ":checked", a;
		if (e.multiple) a = [].map.call(e.querySelectorAll(i), gi);
		else {
			var o = e.querySelector(i) ?? e.querySelector("option:not([disabled])");
			a = o && gi(o);
		}
		n(a), e.__value = a, j !== null && r.add(j);
	}), wn(() => {
		var a = t();
		if (e === document.activeElement) {
			var o = j;
			if (r.has(o)) return;
		}
		if (pi(e, a, i), i && a === void 0) {
			var s = e.querySelector(":checked");
			s !== null && (a = gi(s), n(a));
		}
		e.__value = a, i = !1;
	});
}
function gi(e) {
	return "__value" in e ? e.__value : e.value;
}
function _i(e) {
	if (e.target.closest("selectedcontent") !== null) return !0;
	if (e.type === "childList") {
		var t = [...e.addedNodes, ...e.removedNodes];
		return t.length > 0 && t.every((e) => e.nodeName === "SELECTEDCONTENT");
	}
	return !1;
}
// node_modules/svelte/src/internal/client/dom/elements/attributes.js
var vi = Symbol("is custom element"), yi = Symbol("is html"), bi = ge ? "link" : "LINK", xi = ge ? "progress" : "PROGRESS";
function Z(e) {
	if (w) {
		var t = !1, n = () => {
			if (!t) {
				if (t = !0, e.hasAttribute("value")) {
					var n = e.value;
					Q(e, "value", null), e.value = n;
				}
				if (e.hasAttribute("checked")) {
					var r = e.checked;
					Q(e, "checked", null), e.checked = r;
				}
			}
		};
		e[me] = n, et(n), st();
	}
}
function Si(e, t) {
	var n = wi(e);
	n.value !== (n.value = t ?? void 0) && (e.value !== t || t === 0 && e.nodeName === xi) && (e.value = t ?? "");
}
function Ci(e, t) {
	var n = wi(e);
	n.checked !== (n.checked = t ?? void 0) && (e.checked = t);
}
function Q(e, t, n, r) {
	var i = wi(e);
	if (!(w && (i[t] = e.getAttribute(t), t === "src" || t === "srcset" || t === "href" && e.nodeName === bi))) {
		var a = i[t];
		a !== (i[t] = n) && (t === "loading" && (e[le] = n), n == null ? e.removeAttribute(t) : typeof n != "string" && Ei(e).has(t) ? e[t] = n : (!w || typeof n != "number" && typeof n != "boolean" || a !== String(n)) && e.setAttribute(t, n));
	}
}
function wi(e) {
	return e[ue] ??= {
		[vi]: e.nodeName.includes("-"),
		[yi]: e.namespaceURI === ve
	};
}
var Ti = /* @__PURE__ */ new Map();
function Ei(e) {
	var t = e.getAttribute("is") || e.nodeName, n = Ti.get(t);
	if (n) return n;
	Ti.set(t, n = /* @__PURE__ */ new Set());
	for (var r, i = e, a = Element.prototype; a !== i;) {
		for (var s in r = o(i), r) r[s].set && s !== "innerHTML" && s !== "textContent" && s !== "innerText" && n.add(s);
		i = l(i);
	}
	return n;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/input.js
function Di(e, t, n = t) {
	var r = /* @__PURE__ */ new WeakSet();
	lt(e, "input", async (i) => {
		var a = i ? e.defaultValue : e.value;
		if (a = Mi(e) ? Ni(a) : a, n(a), j !== null && r.add(j), await ur(), a !== (a = t())) {
			var o = e.selectionStart, s = e.selectionEnd, c = e.value.length;
			if (e.value = a ?? "", s !== null) {
				var l = e.value.length;
				o === s && s === c && l > c ? (e.selectionStart = l, e.selectionEnd = l) : (e.selectionStart = o, e.selectionEnd = Math.min(s, l));
			}
		}
	}), (w && e.defaultValue !== e.value || pr(t) == null && e.value) && (n(Mi(e) ? Ni(e.value) : e.value), j !== null && r.add(j)), En(() => {
		var n = t();
		if (e === document.activeElement) {
			var i = j;
			if (r.has(i)) return;
		}
		Mi(e) && n === Ni(e.value) || (e.type !== "date" || n || e.value) && n !== e.value && (e.value = n ?? "");
	});
}
var Oi = /* @__PURE__ */ new Set();
function ki(e, t, n, r, i = r) {
	var a = n.getAttribute("type") === "checkbox", o = e;
	let s = !1;
	if (t !== null) for (var c of t) o = o[c] ??= [];
	o.push(n), lt(n, "change", () => {
		var e = n.__value;
		a && (e = ji(o, e, n.checked)), i(e);
	}, () => i(a ? [] : null)), En(() => {
		var e = r();
		w && n.defaultChecked !== n.checked ? s = !0 : a ? (e ||= [], n.checked = e.includes(n.__value)) : n.checked = en(n.__value, e);
	}), bn(() => {
		var e = o.indexOf(n);
		e !== -1 && o.splice(e, 1);
	}), Oi.has(o) || (Oi.add(o), et(() => {
		o.sort((e, t) => e.compareDocumentPosition(t) === 4 ? -1 : 1), Oi.delete(o);
	})), et(() => {
		if (s) {
			var e = a ? ji(o, e, n.checked) : o.find((e) => e.checked)?.__value;
			i(e);
		}
	});
}
function Ai(e, t, n = t) {
	lt(e, "change", (t) => {
		n(t ? e.defaultChecked : e.checked);
	}), (w && e.defaultChecked !== e.checked || pr(t) == null) && n(e.checked), En(() => {
		e.checked = !!t();
	});
}
function ji(e, t, n) {
	for (var r = /* @__PURE__ */ new Set(), i = 0; i < e.length; i += 1) e[i].checked && r.add(e[i].__value);
	return n || r.delete(t), Array.from(r);
}
function Mi(e) {
	var t = e.type;
	return t === "number" || t === "range";
}
function Ni(e) {
	return e === "" ? null : +e;
}
var Pi = /* @__PURE__ */ new class e {
	#e = /* @__PURE__ */ new WeakMap();
	#t;
	#n;
	static entries = /* @__PURE__ */ new WeakMap();
	constructor(e) {
		this.#n = e;
	}
	observe(e, t) {
		var n = this.#e.get(e) || /* @__PURE__ */ new Set();
		return n.add(t), this.#e.set(e, n), this.#r().observe(e, this.#n), () => {
			var n = this.#e.get(e);
			n.delete(t), n.size === 0 && (this.#e.delete(e), this.#t.unobserve(e));
		};
	}
	#r() {
		return this.#t ??= new ResizeObserver((t) => {
			for (var n of t) {
				e.entries.set(n.target, n);
				for (var r of this.#e.get(n.target) || []) r(n);
			}
		});
	}
}({ box: "border-box" });
function Fi(e, t, n) {
	var r = Pi.observe(e, () => n(e[t]));
	wn(() => (pr(() => n(e[t])), r));
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/this.js
function Ii(e, t) {
	return e === t || e?.[oe] === t;
}
function Li(e = Xe(), t, n, r) {
	var i = Ke.r, a = B;
	return wn(() => {
		var o, s;
		return En(() => {
			o = s, s = r?.() || [], pr(() => {
				Ii(n(...s), e) || (t(e, ...s), o && Ii(n(...o), e) && t(null, ...o));
			});
		}), () => {
			let r = a;
			for (; r !== i && r.parent !== null && r.parent.f & 33554432;) r = r.parent;
			let o = () => {
				s && Ii(n(...s), e) && t(null, ...s);
			}, c = r.teardown;
			r.teardown = () => {
				o(), c?.();
			};
		};
	}), e;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/universal.js
function Ri(e, t, n, r, i) {
	var a = () => {
		r(n[e]);
	};
	n.addEventListener(t, a), i ? En(() => {
		n[e] = i();
	}) : a(), (n === document.body || n === window || n === document) && bn(() => {
		n.removeEventListener(t, a);
	});
}
// node_modules/svelte/src/internal/client/reactivity/store.js
var zi = !1;
function Bi(e) {
	var t = zi;
	try {
		return zi = !1, [e(), zi];
	} finally {
		zi = t;
	}
}
// node_modules/svelte/src/internal/client/reactivity/props.js
function Vi(e, t, n, r) {
	var i = !0, o = !!(n & 8), s = !!(n & 16), c = r, l = !0, u = void 0, d = () => s && i ? (u ??= /* @__PURE__ */ mt(r), V(u)) : (l && (l = !1, c = s ? pr(r) : r), c);
	let f;
	if (o) {
		var p = oe in e || ce in e;
		f = a(e, t)?.set ?? (p && t in e ? (n) => e[t] = n : void 0);
	}
	var m, h = !1;
	o ? [m, h] = Bi(() => e[t]) : m = e[t], m === void 0 && r !== void 0 && (m = d(), f && (i && ze(t), f(m)));
	var g = i ? () => {
		var n = e[t];
		return n === void 0 ? d() : (l = !0, n);
	} : () => {
		var n = e[t];
		return n !== void 0 && (c = void 0), n === void 0 ? c : n;
	};
	if (i && !(n & 4)) return g;
	if (f) {
		var _ = e.$$legacy;
		return (function(e, t) {
			return arguments.length > 0 ? ((!i || !t || _ || h) && f(t ? g() : e), e) : g();
		});
	}
	var v = !1, y = (n & 1 ? mt : _t)(() => (v = !1, g()));
	o && V(y);
	var b = B;
	return (function(e, t) {
		if (arguments.length > 0) {
			let n = t ? V(y) : i && o ? Qt(e) : e;
			return N(y, n), v = !0, c !== void 0 && (c = n), e;
		}
		return Vn && v || b.f & 16384 ? y.v : V(y);
	});
}
function Hi(e) {
	Ke === null && Me("onMount"), xn(() => {
		let t = pr(e);
		if (typeof t == "function") return t;
	});
}
// src/lib/api.svelte.ts
var Ui = class extends Error {
	problem;
	constructor(e) {
		super(e.message), this.problem = e;
	}
}, Wi = Array.from(crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(8)), (e) => e.toString(16)).join(""), Gi = /* @__PURE__ */ new Map(), Ki = 300, qi = 2500, Ji = !0, Yi = 3;
async function Xi(e) {
	return e.status === 422 && (await e.clone().json()).error === "Busy";
}
var Zi = Qt({ away: !1 });
async function Qi(e, t, n = e) {
	Gi.get(n)?.abort();
	let r = new AbortController();
	Gi.set(n, r);
	try {
		for (let n = 0;; n++) {
			let i = await ea(e, t, r.signal);
			if (Zi.away = i === null && n > 1, i !== null && !(Ji && n < Yi && await Xi(i))) return Ji = !1, await ta(i);
			await na(Math.min(Ki * 2 ** n, qi), r.signal);
		}
	} finally {
		Gi.get(n) === r && Gi.delete(n);
	}
}
function $i(e) {
	ea = e;
}
var ea = async (e, t, n) => {
	try {
		let r = {
			"Content-Type": "application/json",
			"X-Page": Wi
		}, i = await fetch(`api/${e}`, {
			method: "POST",
			headers: r,
			body: JSON.stringify(t),
			signal: n
		});
		return i.status === 503 ? null : i;
	} catch (e) {
		if (n.aborted) throw e;
		return null;
	}
};
async function ta(e) {
	let t = await e.text();
	if (e.ok) return JSON.parse(t);
	let n;
	try {
		n = JSON.parse(t);
	} catch {
		n = {
			error: "Error",
			message: t
		};
	}
	throw new Ui(n);
}
function na(e, t) {
	return new Promise((n, r) => {
		let i = setTimeout(n, e);
		t.addEventListener("abort", () => {
			clearTimeout(i), r(t.reason);
		});
	});
}
function ra(e) {
	return e instanceof Ui ? e.problem : e instanceof DOMException && e.name === "AbortError" ? null : {
		error: "Error",
		message: String(e)
	};
}
// src/lib/history.svelte.ts
var ia = class {
	#e = /* @__PURE__ */ M([]);
	get moments() {
		return V(this.#e);
	}
	set moments(e) {
		N(this.#e, e);
	}
	#t = /* @__PURE__ */ M(0);
	get now() {
		return V(this.#t);
	}
	set now(e) {
		N(this.#t, e, !0);
	}
	#n = /* @__PURE__ */ M([]);
	get undone() {
		return V(this.#n);
	}
	set undone(e) {
		N(this.#n, e);
	}
	constructor(e, t) {
		this.begin(e, t);
	}
	begin(e, t, n = null) {
		this.moments = [{
			id: 0,
			before: null,
			label: t,
			model: e,
			places: n
		}], [this.now, this.undone] = [0, []];
	}
	restore(e, t) {
		return e.some((e) => e.id === t) ? ([this.moments, this.now] = [e, t], !0) : !1;
	}
	get moment() {
		return this.moments.find((e) => e.id === this.now);
	}
	add(e, t, n) {
		let r = Math.max(...this.moments.map((e) => e.id)) + 1;
		this.moments = [...this.moments, {
			id: r,
			before: this.now,
			label: t,
			model: e,
			places: n
		}].slice(-60), [this.now, this.undone] = [r, []];
	}
	get canUndo() {
		return this.moments.some((e) => e.id === this.moment.before);
	}
	back() {
		return this.canUndo ? (this.undone = [...this.undone, this.now], this.now = this.moment.before, !0) : !1;
	}
	forth() {
		let e = this.undone.at(-1);
		return e !== void 0 && ([this.now, this.undone] = [e, this.undone.slice(0, -1)], !0);
	}
	keep(e) {
		this.moments = this.moments.map((t) => t.id === this.now ? {
			...t,
			places: e
		} : t);
	}
	measure(e, t) {
		this.moments = this.moments.map((n) => n.model === e ? {
			...n,
			size: t
		} : n);
	}
}, aa = [
	[null, "automatic"],
	["layers", "layers"],
	["grid", "grid"],
	["circle", "circle"],
	["free", "free"]
], oa = {
	layout: null,
	legend: !0,
	compact: !1
};
function sa(e) {
	let { layout: t, legend: n, compact: r } = {
		...oa,
		...e
	};
	return {
		layout: aa.some(([e]) => e === t) ? t : null,
		legend: n !== !1,
		compact: r === !0
	};
}
// src/lib/model.ts
var ca = {
	whoknows: 1,
	agents: ["a", "b"],
	atoms: ["p"],
	worlds: {
		w: ["p"],
		v: []
	},
	actual: "w",
	relations: {
		a: { partition: [["w", "v"]] },
		b: { partition: [["w"], ["v"]] }
	}
};
function la(e) {
	return typeof e == "object" && !!e && !Array.isArray(e);
}
function ua(e) {
	return Array.isArray(e) && e.every((e) => typeof e == "string");
}
function da(e) {
	return !("worlds" in e);
}
function fa(e) {
	return la(e) ? "worlds" in e ? pa(e) : ua(e.bits) && la(e.atoms) && la(e.observes) : !1;
}
function pa(e) {
	if (!la(e.worlds) || !la(e.relations)) return !1;
	let { agents: t = [], atoms: n = [], weights: r = {}, threshold: i = {}, ranks: a = {} } = e;
	return [
		...Object.values(e.worlds),
		t,
		n
	].every(ua) && [
		...Object.values(e.relations),
		r,
		i,
		a
	].every(la);
}
function ma(e) {
	return da(e) ? Object.keys(e.observes) : e.agents ?? Object.keys(e.relations);
}
function ha(e) {
	return da(e) ? Object.keys(e.atoms) : [.../* @__PURE__ */ new Set([...e.atoms ?? [], ...Object.values(e.worlds).flat()])];
}
function ga(e) {
	return e ? "edges" in e ? e.edges : "partition" in e ? e.partition.flatMap((e) => _a(e, e)) : e.members.flatMap(([e, t]) => _a([.../* @__PURE__ */ new Set([...e, ...t])], t)) : [];
}
function _a(e, t) {
	return e.flatMap((e) => t.map((t) => [e, t]));
}
function va(e, t) {
	let n = new Map(e.map((e) => [e, e])), r = (e) => {
		let t = e;
		for (; n.get(t) !== t;) t = n.get(t);
		return t;
	};
	for (let [e, i] of t) n.set(r(e), r(i));
	let i = /* @__PURE__ */ new Map();
	for (let t of e) i.set(r(t), [...i.get(r(t)) ?? [], t]);
	return [...i.values()];
}
function ya(e) {
	for (let t = 1;; t++) {
		let n = `w${t}`;
		if (!(n in e.worlds)) return n;
	}
}
function ba(e, t) {
	let n = Fa(e, (e) => "partition" in e ? { partition: [...e.partition, [t]] } : e), r = e.ranks && Ia(e.ranks, (e) => ({
		...e,
		[t]: 0
	})), i = e.weights && Ia(e.weights, (e) => ({
		...e,
		[t]: 1
	}));
	return za({
		...e,
		worlds: {
			...e.worlds,
			[t]: []
		},
		relations: n,
		...r && { ranks: r },
		...i && { weights: i }
	});
}
function xa(e, t) {
	let n = La(e.worlds, t), r = Fa(e, (e) => "partition" in e ? { partition: e.partition.map((e) => e.filter((e) => e !== t)).filter((e) => e.length) } : { edges: ga(e).filter(([e, n]) => e !== t && n !== t) }), i = e.ranks && Ia(e.ranks, (e) => La(e, t)), a = e.weights && Ia(e.weights, (e) => La(e, t)), o = e.actual === t ? null : e.actual;
	return za({
		...e,
		worlds: n,
		relations: r,
		actual: o,
		...i && { ranks: i },
		...a && { weights: a }
	});
}
function Sa(e, t, n) {
	let r = (e) => e === t ? n : e, i = (e) => Object.fromEntries(Object.entries(e).map(([e, t]) => [r(e), t])), a = Fa(e, (e) => "partition" in e ? { partition: e.partition.map((e) => e.map(r)) } : { edges: ga(e).map(([e, t]) => [r(e), r(t)]) }), o = e.weights && Object.fromEntries(Object.entries(e.weights).map(([e, t]) => [e, i(t)])), s = e.ranks && Object.fromEntries(Object.entries(e.ranks).map(([e, t]) => [e, i(t)]));
	return {
		...e,
		worlds: i(e.worlds),
		relations: a,
		actual: e.actual && r(e.actual),
		...o && { weights: o },
		...s && { ranks: s }
	};
}
function Ca(e, t, n) {
	let r = e.worlds[t] ?? [], i = r.includes(n) ? r.filter((e) => e !== n) : [...r, n];
	return {
		...e,
		worlds: {
			...e.worlds,
			[t]: i
		}
	};
}
function wa(e, t) {
	return {
		...e,
		atoms: [.../* @__PURE__ */ new Set([...ha(e), t])]
	};
}
function Ta(e, t) {
	let n = Object.keys(e.worlds).map((e) => [e]);
	return {
		...e,
		agents: [.../* @__PURE__ */ new Set([...ma(e), t])],
		relations: {
			...e.relations,
			[t]: { partition: n }
		}
	};
}
function Ea(e, t) {
	return {
		...Ra(e, t),
		agents: ma(e).filter((e) => e !== t),
		relations: La(e.relations, t)
	};
}
function Da(e, t, n, r, i) {
	let a = ga(e.relations[t]), o = a.some(([e, t]) => e === n && t === r), s = Object.keys(e.worlds), c;
	return c = i ? o ? { partition: va(s, a.filter(([e, t]) => e !== r && t !== r)) } : { partition: va(s, [...a, [n, r]]) } : { edges: o ? a.filter(([e, t]) => e !== n || t !== r) : [...a, [n, r]] }, za({
		...e,
		relations: {
			...e.relations,
			[t]: c
		}
	});
}
function Oa(e, t) {
	let n = va(Object.keys(e.worlds), ga(e.relations[t]));
	return za({
		...e,
		relations: {
			...e.relations,
			[t]: { partition: n }
		}
	});
}
function ka(e, t) {
	return e.weights?.[t] ? "weights" : e.ranks?.[t] ? "ranks" : "none";
}
function Aa(e, t, n) {
	let r = Ra(e, t);
	return n === "none" ? r : n === "ranks" ? {
		...r,
		ranks: {
			...r.ranks,
			[t]: Ia(e.worlds, () => 0)
		}
	} : {
		...r,
		weights: {
			...r.weights,
			[t]: Ia(e.worlds, () => 1)
		},
		threshold: {
			...r.threshold,
			[t]: .5
		}
	};
}
function ja(e, t, n, r) {
	return {
		...e,
		ranks: {
			...e.ranks,
			[t]: {
				...e.ranks?.[t],
				[n]: r
			}
		}
	};
}
function Ma(e, t, n, r) {
	return {
		...e,
		weights: {
			...e.weights,
			[t]: {
				...e.weights?.[t],
				[n]: r
			}
		}
	};
}
function Na(e, t, n) {
	return {
		...e,
		threshold: {
			...e.threshold,
			[t]: n
		}
	};
}
function Pa(e) {
	let [, t, n] = /^(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:\/(\d{1,9}))?$/.exec(e.trim()) ?? [], r = Number(t) / Number(n ?? 1);
	return r >= 0 && r <= 1 && !(n && t.includes("."));
}
function Fa(e, t) {
	return Ia(e.relations, t);
}
function Ia(e, t) {
	return Object.fromEntries(Object.entries(e).map(([e, n]) => [e, t(n)]));
}
function La(e, t) {
	return Object.fromEntries(Object.entries(e).filter(([e]) => e !== t));
}
function Ra(e, t) {
	let n = (e) => e && Object.keys(e).some((e) => e !== t) ? La(e, t) : void 0, { weights: r, threshold: i, ranks: a, ...o } = e, s = {
		weights: n(r),
		threshold: n(i),
		ranks: n(a)
	};
	return {
		...o,
		...Object.fromEntries(Object.entries(s).filter(([, e]) => e))
	};
}
function za(e) {
	return Object.keys(e.weights ?? {}).filter((t) => !("partition" in (e.relations[t] ?? {}))).reduce(Ra, e);
}
// src/lib/share.ts
async function Ba(e) {
	let t = await Wa(e);
	if (!fa(t?.model)) throw Error("expected a model with worlds and relations, or a symbolic one");
	return {
		model: t.model,
		places: t.places ?? null,
		formula: String(t.formula ?? ""),
		look: sa(t.look)
	};
}
async function Va({ look: e, ...t }) {
	return Ha(JSON.stringify(e) === JSON.stringify(oa) ? t : {
		...t,
		look: e
	});
}
async function Ha(e) {
	let t = await Ga(new TextEncoder().encode(JSON.stringify(e)), new CompressionStream("deflate-raw"));
	return btoa(Array.from(t, (e) => String.fromCharCode(e)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
var Ua = 4e6;
async function Wa(e) {
	let t = atob(e.replaceAll("-", "+").replaceAll("_", "/")), n = Uint8Array.from(t, (e) => e.charCodeAt(0));
	return JSON.parse(new TextDecoder().decode(await Ga(n, new DecompressionStream("deflate-raw"))));
}
async function Ga(e, t) {
	let n = new Blob([e]).stream().pipeThrough(t).getReader(), r = [], i = 0;
	for (;;) {
		let { done: e, value: t } = await n.read();
		if (e) break;
		if (i += t.length, i > Ua) throw Error(`the link holds more than ${Ua} bytes`);
		r.push(t);
	}
	let a = new Uint8Array(i), o = 0;
	for (let e of r) a.set(e, o), o += e.length;
	return a;
}
// src/lib/stories.ts
async function Ka(e, t = {}) {
	return {
		...await Qi("library", {
			name: e,
			options: t
		}),
		given: t
	};
}
async function qa({ name: e, given: t, steps: n }, r) {
	let { model: i, symbolic: a } = n[r];
	return i || !a ? i : (await Qi("library", {
		name: e,
		options: t,
		step: r
	})).model;
}
function Ja({ steps: e }) {
	return e.findIndex(({ model: e, symbolic: t }) => e || t);
}
// src/lib/storing.ts
function Ya(e, t, n = localStorage) {
	for (let { moments: r } = t;; r = Xa(r, t.now)) try {
		return n.setItem(e, JSON.stringify({
			...t,
			moments: r
		})), !0;
	} catch {
		if (r.length === 1) return !1;
	}
}
function Xa(e, t) {
	let n = e.filter((e) => e.id !== t), r = n.slice(Math.ceil(n.length / 2));
	return e.filter((e) => e.id === t || r.includes(e));
}
// src/lib/session.svelte.ts
var Za = "whoknows", Qa = "K_a p", $a = {
	whoknows: 1,
	worlds: {},
	relations: {}
}, eo = 1 / 3;
function to(e, t) {
	return !e || da(t) ? !1 : Object.keys(t.worlds).length < eo * Object.keys(e).length;
}
var no = 0, ro = class {
	topic = no++;
	closed = !0;
	history;
	#e = /* @__PURE__ */ M(null);
	get picture() {
		return V(this.#e);
	}
	set picture(e) {
		N(this.#e, e);
	}
	#t = /* @__PURE__ */ M(oa);
	get look() {
		return V(this.#t);
	}
	set look(e) {
		N(this.#t, e);
	}
	#n = /* @__PURE__ */ M(null);
	get pictured() {
		return V(this.#n);
	}
	set pictured(e) {
		N(this.#n, e);
	}
	#r = /* @__PURE__ */ M(null);
	get drawing() {
		return V(this.#r);
	}
	set drawing(e) {
		N(this.#r, e);
	}
	#i = /* @__PURE__ */ M(Qa);
	get formula() {
		return V(this.#i);
	}
	set formula(e) {
		N(this.#i, e, !0);
	}
	#a = /* @__PURE__ */ M(null);
	get checked() {
		return V(this.#a);
	}
	set checked(e) {
		N(this.#a, e);
	}
	#o = /* @__PURE__ */ M(null);
	get mistake() {
		return V(this.#o);
	}
	set mistake(e) {
		N(this.#o, e);
	}
	#s = /* @__PURE__ */ M(0);
	get part() {
		return V(this.#s);
	}
	set part(e) {
		N(this.#s, e, !0);
	}
	#c = /* @__PURE__ */ M(null);
	get reasons() {
		return V(this.#c);
	}
	set reasons(e) {
		N(this.#c, e);
	}
	#l = /* @__PURE__ */ M(null);
	get proved() {
		return V(this.#l);
	}
	set proved(e) {
		N(this.#l, e);
	}
	#u = /* @__PURE__ */ M(null);
	get refused() {
		return V(this.#u);
	}
	set refused(e) {
		N(this.#u, e);
	}
	#d = /* @__PURE__ */ M(null);
	get selected() {
		return V(this.#d);
	}
	set selected(e) {
		N(this.#d, e, !0);
	}
	#f = /* @__PURE__ */ M([]);
	get lit() {
		return V(this.#f);
	}
	set lit(e) {
		N(this.#f, e);
	}
	#p = /* @__PURE__ */ M([]);
	get eye() {
		return V(this.#p);
	}
	set eye(e) {
		N(this.#p, e);
	}
	#m = /* @__PURE__ */ M(null);
	get story() {
		return V(this.#m);
	}
	set story(e) {
		N(this.#m, e);
	}
	#h = /* @__PURE__ */ M(null);
	get overview() {
		return V(this.#h);
	}
	set overview(e) {
		N(this.#h, e);
	}
	#g = /* @__PURE__ */ M(null);
	get state() {
		return V(this.#g);
	}
	set state(e) {
		N(this.#g, e);
	}
	seed = 0;
	surveyed = null;
	constructor(e, t) {
		this.history = new ia(e ?? ca, e ? "start" : "a model"), this.stored = !e, e && (this.formula = t ?? "");
	}
	stored;
	get file() {
		return this.history.moment.model;
	}
	get symbolic() {
		return da(this.file);
	}
	get model() {
		return da(this.file) ? $a : this.file;
	}
	told = null;
	async embed(e, t, n) {
		this.told = n, this.open(e, "the model"), this.formula = t, await this.present();
	}
	get embedded() {
		return this.told !== null;
	}
	async start() {
		let e = location.hash.startsWith("#/") ? "" : location.hash.slice(1);
		try {
			if (e) {
				let { model: t, places: n, formula: r, look: i } = await Ba(e);
				this.open(t, "a shared model", n), [this.formula, this.look] = [r, i];
			} else {
				let e = localStorage.getItem(Za);
				e && this.restore(JSON.parse(e));
			}
		} catch (t) {
			this.refused = {
				error: "Error",
				message: `the ${e ? "link" : "stored document"} cannot be read: ${t}`
			};
		}
		await this.present();
	}
	restore({ moments: e, now: t, formula: n, look: r }) {
		this.history.restore(e, t) && ([this.formula, this.look] = [n, sa(r)]);
	}
	save() {
		if (!this.stored) return;
		if (this.told) {
			this.told(this.file, this.formula);
			return;
		}
		let { moments: e, now: t } = this.history;
		Ya(Za, {
			moments: e,
			now: t,
			formula: this.formula,
			look: this.look
		}) || (this.refused = {
			error: "Full",
			message: "the browser's storage is full: this document is not saved"
		});
	}
	async link() {
		let e = {
			model: this.file,
			places: this.placesNow(),
			formula: this.formula,
			look: this.look
		};
		return `${location.origin}${location.pathname}#${await Va(e)}`;
	}
	open(e, t, n = null) {
		this.history.begin(e, t, n), [this.selected, this.eye, this.story, this.state] = [
			null,
			[],
			null,
			null
		];
	}
	async show(e, t) {
		this.open(e, t), await this.refresh();
	}
	async begin(e) {
		let t = Ja(e), n = t < 0 ? null : await qa(e, t);
		if (!n) throw new Ui({
			error: "TooLarge",
			message: `${e.title}: its models are too large for the page`
		});
		await this.show(n, e.title), this.story = e;
		let r = e.steps.find((e) => e.formula)?.formula;
		r && await this.type(r);
	}
	async become(e, t, n = null) {
		let r = n ?? this.placesNow();
		this.history.add(e, t, this.look.layout || to(r, e) ? null : r), await this.arrive();
	}
	async go(e) {
		e !== this.history.now && (this.history.now = e, await this.arrive());
	}
	async undo() {
		this.history.back() && await this.arrive();
	}
	async redo() {
		this.history.forth() && await this.arrive();
	}
	async arrive() {
		this.state = null, this.selected !== null && !(this.selected in this.model.worlds) && (this.selected = null), await this.refresh();
	}
	placesNow() {
		return !this.picture || this.pictured !== this.file ? this.history.moment.places : Object.fromEntries(this.picture.worlds.map((e) => [e.name, [e.x, e.y]]));
	}
	async see(e) {
		let t = e.layout !== this.look.layout;
		this.look = e, t && this.history.keep(null), await this.draw(), this.save();
	}
	async place(e) {
		this.look = {
			...this.look,
			layout: null
		}, this.history.keep(e), await this.draw(), this.save();
	}
	async refresh() {
		[this.reasons, this.proved, this.refused, this.lit] = [
			null,
			null,
			null,
			[]
		], this.save(), await this.present();
	}
	async present() {
		this.symbolic ? (await this.survey(), await this.check()) : await Promise.all([this.draw(), this.check()]);
	}
	async visit(e, t = !1) {
		this.state = e, t && (this.seed += 1), this.reasons = null, await this.present();
	}
	async through(e) {
		this.eye = e, this.symbolic && await this.present();
	}
	async survey() {
		let { file: e, state: t, seed: n, eye: r } = this;
		this.picture = null;
		try {
			this.overview = await Qi("symbolic", {
				model: e,
				at: t,
				seed: n,
				eye: r
			}, `picture ${this.topic}`), [this.drawing, this.surveyed] = [null, e], this.history.measure(e, this.overview.facts[0]?.[1]);
		} catch (e) {
			let t = ra(e);
			t && ([this.drawing, this.overview] = [t, null]);
		}
	}
	async draw() {
		let { model: e, places: t } = this.history.moment;
		try {
			this.picture = await Qi("picture", {
				model: e,
				places: t,
				look: this.look
			}, `picture ${this.topic}`), this.pictured = e, this.drawing = null;
		} catch (e) {
			let t = ra(e);
			t && ([this.drawing, this.picture] = [t, null]);
		}
	}
	async check() {
		if (!this.formula.trim()) {
			[this.checked, this.mistake] = [null, null];
			return;
		}
		let e = this.surveyed === this.file ? this.overview?.around?.states ?? [] : [];
		try {
			this.checked = await Qi("formula", {
				model: this.file,
				formula: this.formula,
				states: e
			}, `formula ${this.topic}`), [this.mistake, this.part] = [null, 0];
		} catch (e) {
			let t = ra(e);
			t && ([this.mistake, this.checked] = [t, null]);
		}
	}
	async type(e) {
		this.formula = e, [this.reasons, this.proved] = [null, null], this.save(), await this.check();
	}
	get here() {
		return this.symbolic ? this.overview?.around?.at ?? null : this.selected ?? this.model.actual ?? null;
	}
	get hereText() {
		if (this.symbolic) return this.state || !this.file.actual ? "this state" : "the actual state";
		let e = this.selected ?? this.model.actual;
		return e ? e === this.model.actual && e.length > 16 ? "the actual world" : e : "the first world";
	}
	async why() {
		let e = this.here ?? Object.keys(this.model.worlds)[0];
		try {
			this.reasons = (await Qi("reasons", {
				model: this.file,
				formula: this.formula,
				at: e
			})).rows;
		} catch (e) {
			this.mistake = ra(e) ?? this.mistake;
		}
	}
	async prove(e) {
		try {
			this.proved = await Qi("proof", {
				formula: this.formula,
				logic: e
			});
		} catch (e) {
			this.mistake = ra(e) ?? this.mistake;
		}
	}
	async happen(e, t) {
		this.refused = null;
		try {
			let { model: n, parents: r } = await Qi("change", {
				model: this.file,
				change: e
			});
			return await this.become(n, t, this.inherited(r)), !0;
		} catch (e) {
			return this.refused = ra(e) ?? this.refused, !1;
		}
	}
	inherited(e) {
		let t = this.placesNow();
		if (!t) return null;
		let n = Object.keys(e);
		if (new Set(Object.values(e)).size < n.length) return null;
		let r = {};
		for (let i of n) {
			let n = t[e[i] ?? i];
			n && (r[i] = n);
		}
		return r;
	}
}, $ = new ro(), io = ":root{--ink:#1d2129;--pale:#5c6370;--line:#d9dce3;--ground:#f4f5f8;--paper:#fff;--accent:#074a94;--accent-soft:#e6eef8;--true:#ffdc73;--good:#0b6b3a;--bad:#a32018;--bad-soft:#fdeceb;--math:\"STIX Two Text\", \"Cambria Math\", \"DejaVu Serif\", Georgia, serif;--sans:\"Inter\", system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif;--radius:10px}*{box-sizing:border-box}html,body,#app{height:100%}body{background:var(--ground);color:var(--ink);font:15px/1.45 var(--sans);margin:0}h1,h2,h3,p{margin:0}h2{letter-spacing:.02em;color:var(--pale);font-size:13px;font-weight:600}button,input,select,textarea{font:inherit;color:inherit}button,select,.button{border:1px solid var(--line);background:var(--paper);cursor:pointer;border-radius:8px;min-height:34px;padding:4px 12px}button:hover:not(:disabled),.button:hover{background:#fafbfd;border-color:#aeb5c2}button:disabled{color:#767d8a;cursor:default}button.primary{border-color:var(--accent);background:var(--accent);color:#fff}button.primary:hover:not(:disabled){background:#0a5cb5}button.primary:disabled{border-color:var(--line);background:var(--ground);color:#767d8a}button.quiet{background:0 0;border-color:#0000}button[aria-pressed=true]{border-color:var(--accent);background:var(--accent-soft);color:var(--accent)}input[type=text],textarea,select{background:var(--paper);border:1px solid #b9bfca;border-radius:8px;width:100%;min-height:36px;padding:6px 10px}select{width:auto}:focus-visible{outline-offset:1px;outline:3px solid #5b9bea}.card{border:1px solid var(--line);border-radius:var(--radius);background:var(--paper);gap:10px;padding:14px 16px;display:grid}.row{flex-wrap:wrap;align-items:center;gap:8px;display:flex}.pale{color:var(--pale)}.small{font-size:13px}.math{font-family:var(--math);font-size:18px}.problem{border-left:3px solid var(--bad);background:var(--bad-soft);white-space:pre-wrap;overflow-wrap:anywhere;border-radius:4px;padding:8px 12px;font-size:14px}.badge{background:var(--ground);border-radius:999px;padding:1px 9px;font-size:13px;font-weight:600;display:inline-block}.badge.good{color:var(--good);background:#e2f3e9}.badge.bad{background:var(--bad-soft);color:var(--bad)}.hidden{clip-path:inset(50%);white-space:nowrap;width:1px;height:1px;position:absolute;overflow:hidden}@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}";
// node_modules/svelte/src/internal/disclose-version.js
typeof window < "u" && ((window.__svelte ??= {}).v ??= /* @__PURE__ */ new Set()).add("5");
// src/parts/Sheet.svelte
var ao = /* @__PURE__ */ G("<dialog aria-labelledby=\"sheet-title\" class=\"svelte-7kegbp\"><div class=\"head svelte-7kegbp\"><h2 id=\"sheet-title\"> </h2> <button class=\"quiet\">Close</button></div> <!></dialog>"), oo = {
	hash: "svelte-7kegbp",
	code: "dialog.svelte-7kegbp {width:min(1100px, calc(100vw - 24px));padding:16px 20px 20px;border:0;border-radius:14px;box-shadow:0 20px 60px rgb(0 0 0 / 25%);}dialog.svelte-7kegbp::backdrop {background:rgb(20 24 32 / 45%);}.head.svelte-7kegbp {display:flex;justify-content:space-between;align-items:center;margin-bottom:10px;}"
};
function so(e, t) {
	D(t, !0), X(e, oo);
	let n;
	Hi(() => n.showModal());
	var r = ao(), i = P(r), a = P(i), o = I(a, !0), s = L(a, 2);
	E(i), $r(L(i, 2), () => t.children), E(r), Li(r, (e) => n = e, () => n), R(() => q(o, t.title)), H("close", r, function(...e) {
		t.close?.apply(this, e);
	}), U("click", s, function(...e) {
		t.close?.apply(this, e);
	}), K(e, r), O();
}
W(["click"]);
// src/lib/formula.ts
function co(e, t) {
	let n = t.map(() => []);
	t.forEach((e, t) => e.above >= 0 && n[e.above].push(t));
	let r = (i) => {
		let { start: a, end: o } = t[i], s = [], c = a;
		for (let a of n[i]) {
			let n = t[a];
			n.start > c && s.push(e.slice(c, n.start)), s.push(r(a)), c = n.end;
		}
		return c < o && s.push(e.slice(c, o)), {
			part: i,
			pieces: s
		};
	};
	return t.length ? r(0) : e;
}
var lo = /(?<![\w'])(Bstrong|Bsafe|Kw|Kv|[KMBECDR](?:\^\d+)?)_(\{[^}]*\}|\w+)/gu;
function uo(e) {
	let t = [], n = 0;
	for (let r of e.matchAll(lo)) t.push([e.slice(n, r.index) + r[1], r[2].replace(/^\{|\}$/g, "")]), n = r.index + r[0].length;
	return n < e.length && t.push([e.slice(n), ""]), t;
}
var fo = /(Bstrong|Bsafe|Kw|Kv|[KMBECDR])(?:\^(\d+))?_(?:\{([^}]*)\}|(\w+))|("[^"]*"|@?\p{L}[\w']*(?:\([^()\s]*\))?(?:=[\w']+)?)|(\d+(?:\.\d+)?(?:\/\d+)?)|(\S)/gu;
function po(e) {
	return [...e.matchAll(fo)].map(([, e, t, n, r, i, a, o]) => e ? {
		tag: "mi",
		text: e,
		below: n ?? r,
		...t && { above: t }
	} : i ? i.startsWith("\"") ? {
		tag: "mtext",
		text: i.slice(1, -1)
	} : {
		tag: "mi",
		text: i
	} : a ? {
		tag: "mn",
		text: a
	} : {
		tag: "mo",
		text: o
	});
}
// src/parts/Typeset.svelte
var mo = /* @__PURE__ */ G("<sub class=\"svelte-1iudouo\"> </sub>"), ho = /* @__PURE__ */ G(" <!>", 1), go = /* @__PURE__ */ G("<span class=\"math svelte-1iudouo\"></span>"), _o = {
	hash: "svelte-1iudouo",
	code: ".math.svelte-1iudouo {font-size:1.1em;}sub.svelte-1iudouo {font-size:72%;}"
};
function vo(e, t) {
	D(t, !0), X(e, _o);
	var n = go();
	Y(n, 21, () => uo(t.text), Wr, (e, t) => {
		var n = /* @__PURE__ */ A(() => m(V(t), 2));
		let r = () => V(n)[0], i = () => V(n)[1];
		Ee();
		var a = ho(), o = F(a, !0), s = L(o), c = (e) => {
			var t = mo(), n = I(t, !0);
			R(() => q(n, i())), K(e, t);
		};
		J(s, (e) => {
			i() && e(c);
		}), R(() => q(o, r())), K(e, a);
	}), E(n), K(e, n), O();
}
// src/lib/saving.ts
function yo(e, t, n) {
	let r = document.createElement("a");
	r.href = URL.createObjectURL(new Blob([e], { type: t })), r.download = n, r.click(), setTimeout(() => URL.revokeObjectURL(r.href), 1e4);
}
function bo(e) {
	return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(e)}`;
}
// src/parts/WidePicture.svelte
var xo = /* @__PURE__ */ G("<div class=\"svelte-18gj15p\"><img class=\"svelte-18gj15p\"/></div>"), So = {
	hash: "svelte-18gj15p",
	code: "div.svelte-18gj15p {margin:10px 0 12px;overflow-x:auto;}img.svelte-18gj15p {display:block;max-width:100%;max-height:70vh;margin:0 auto;object-fit:contain;}\n\n  @media (max-width: 900px) {img.svelte-18gj15p {max-height:none;}\n  }"
};
function Co(e, t) {
	D(t, !0), X(e, So);
	let n = /* @__PURE__ */ M(0), r = /* @__PURE__ */ M(0), i = /* @__PURE__ */ A(() => Math.round(.75 * V(r)));
	var a = xo(), o = P(a);
	let s;
	E(a), R((e) => {
		Q(a, "tabindex", V(i) > V(n) ? 0 : void 0), Q(a, "role", V(i) > V(n) ? "group" : void 0), Q(a, "aria-label", V(i) > V(n) ? "A wide picture, to be scrolled" : void 0), Q(o, "src", e), Q(o, "alt", t.alt), s = ui(o, "", s, { "min-width": `${V(i) ?? ""}px` });
	}, [() => bo(t.svg)]), Ri("naturalWidth", "load", o, (e) => N(r, e)), Fi(a, "clientWidth", (e) => N(n, e)), K(e, a), O();
}
// src/parts/Compare.svelte
var wo = /* @__PURE__ */ G("<option> </option>"), To = /* @__PURE__ */ G("<label>Moment <select></select></label>"), Eo = /* @__PURE__ */ G("<span class=\"pale\"> </span>"), Do = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), Oo = /* @__PURE__ */ G("<p class=\"pale svelte-hf353t\">There is no other moment yet: change the model, or open a file.</p>"), ko = /* @__PURE__ */ G("<span class=\"badge good\">bisimilar</span> ", 1), Ao = /* @__PURE__ */ G("<span class=\"badge bad\">not bisimilar</span> <!> <button>Look where it holds</button>", 1), jo = /* @__PURE__ */ G("<span class=\"badge bad\">not bisimilar</span>"), Mo = /* @__PURE__ */ G("<p role=\"status\" class=\"svelte-hf353t\"><!> <span class=\"small pale\"> </span></p> <!>", 1), No = /* @__PURE__ */ G("<div class=\"row\"><!> <label class=\"button svelte-hf353t\">A file …<input class=\"hidden\" type=\"file\" accept=\".json,.txt,.smcdel,.graphml\"/></label> <!></div> <!> <!> <!>", 1), Po = {
	hash: "svelte-hf353t",
	code: "label.button.svelte-hf353t {display:inline-flex;align-items:center;}label.button.svelte-hf353t:focus-within {outline:3px solid #5b9bea;outline-offset:1px;}p.svelte-hf353t {margin-top:10px;}"
};
function Fo(e, t) {
	D(t, !0), X(e, Po);
	let n = /* @__PURE__ */ A(() => $.history.moments.filter((e) => e.id !== $.history.now)), r = /* @__PURE__ */ M(Qt(String(V(n).at(-1)?.id ?? ""))), i = /* @__PURE__ */ M(null), a = /* @__PURE__ */ M(null), o = /* @__PURE__ */ M(null), s = /* @__PURE__ */ A(() => V(i)?.model ?? V(n).find((e) => String(e.id) === V(r))?.model);
	xn(() => {
		V(s) && c(V(s));
	});
	async function c(e) {
		((e) => {
			var t = m(e, 2);
			N(a, t[0]), N(o, t[1]);
		})([null, null]);
		try {
			N(a, await Qi("compare", {
				model: $.file,
				other: e
			}));
		} catch (e) {
			N(o, ra(e));
		}
	}
	async function l(e) {
		let t = e.currentTarget, n = t.files?.[0];
		if (t.value = "", n) try {
			N(i, {
				name: n.name,
				...await Qi("open", {
					name: n.name,
					text: await n.text()
				})
			});
		} catch (e) {
			N(o, ra(e));
		}
	}
	async function u(e) {
		t.close(), await $.type(e);
	}
	so(e, {
		title: "Compare this model with another",
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var c = No(), d = F(c), f = P(d), p = (e) => {
				var t = To(), a = L(P(t));
				Y(a, 21, () => V(n), (e) => e.id, (e, t) => {
					var n = wo(), r = I(n, !0), i = {};
					R((e) => {
						q(r, V(t).label), i !== (i = e) && (n.value = (n.__value = i) ?? "");
					}, [() => String(V(t).id)]), K(e, n);
				}), E(a), mi(a), E(t), U("change", a, () => N(i, null)), hi(a, () => V(r), (e) => N(r, e)), K(e, t);
			};
			J(f, (e) => {
				V(n).length && e(p);
			});
			var m = L(f, 2), h = L(P(m));
			E(m);
			var g = L(m, 2), _ = (e) => {
				var t = Eo(), n = I(t, !0);
				R(() => q(n, V(i).name)), K(e, t);
			};
			J(g, (e) => {
				V(i) && e(_);
			}), E(d);
			var v = L(d, 2), y = (e) => {
				var t = Do(), n = I(t, !0);
				R(() => q(n, V(o).message)), K(e, t);
			};
			J(v, (e) => {
				V(o) && e(y);
			});
			var b = L(v, 2), x = (e) => {
				K(e, Oo());
			};
			J(b, (e) => {
				V(s) || e(x);
			});
			var S = L(b, 2), ee = (e) => {
				var t = Mo(), n = F(t), r = P(n), i = (e) => {
					var t = ko(), n = L(F(t));
					R(() => q(n, ` No formula tells them apart${V(a).pointed ? " at the actual worlds" : ""}; dashed lines join
        bisimilar worlds.`)), K(e, t);
				}, o = (e) => {
					var t = Ao(), n = L(F(t), 2);
					vo(n, { get text() {
						return V(a).formula;
					} });
					var r = L(n), i = L(r);
					R(() => q(r, ` is ${V(a).pointed ? "true at the actual world" : "true"} on the left and not on the right. `)), U("click", i, () => u(V(a).formula)), K(e, t);
				}, s = (e) => {
					K(e, jo());
				};
				J(r, (e) => {
					V(a).same ? e(i) : V(a).formula ? e(o, 1) : e(s, -1);
				});
				var c = I(L(r, 2));
				E(n), Co(L(n, 2), {
					get svg() {
						return V(a).svg;
					},
					alt: "This model on the left, the other on the right"
				}), R((e) => q(c, `Atoms that count: ${e ?? ""}.`), [() => V(a).atoms.join(", ") || "none"]), K(e, t);
			};
			J(S, (e) => {
				V(a) && e(ee);
			}), U("change", h, l), K(e, c);
		},
		$$slots: { default: !0 }
	}), O();
}
W(["change", "click"]);
// src/lib/symbolic.ts
function Io(e) {
	return Object.keys(e.atoms).filter((t) => e.atoms[t] === t && e.bits.includes(t));
}
function Lo(e, t) {
	let { sees: n = [], relation: r = [] } = e.observes[t] ?? {}, i = new Set(Io(e));
	return r.length > 0 || n.some((e) => !i.has(e));
}
function Ro(e, t) {
	return e.observes[t]?.sees ?? [];
}
function zo(e, t, n) {
	let r = Ro(e, t), i = r.includes(n) ? r.filter((e) => e !== n) : [...r, n];
	return Ho(e, t, {
		...e.observes[t],
		sees: i
	});
}
function Bo(e, t) {
	return Ho(e, t, { sees: [] });
}
function Vo(e, t) {
	return {
		...e,
		observes: Object.fromEntries(Object.entries(e.observes).filter(([e]) => e !== t))
	};
}
function Ho(e, t, n) {
	return {
		...e,
		observes: {
			...e.observes,
			[t]: n
		}
	};
}
function Uo(e) {
	return [...e.matchAll(/[^\s,;()]+(?:\([^()]*\))?[^\s,;()]*/g)].map(([e]) => e.replaceAll(/\s/g, ""));
}
// src/parts/Observations.svelte
var Wo = Qt({
	atoms: "p q r",
	law: "p | q",
	actual: "p",
	sees: "a: p\nb: q r"
}), Go = /* @__PURE__ */ G("<div class=\"problem svelte-hrp9on\" role=\"alert\"> </div>"), Ko = /* @__PURE__ */ G("<form class=\"svelte-hrp9on\"><label class=\"small svelte-hrp9on\">Atoms <input type=\"text\" spellcheck=\"false\" autocomplete=\"off\" class=\"svelte-hrp9on\"/></label> <label class=\"small svelte-hrp9on\">Law <input type=\"text\" placeholder=\"none\" spellcheck=\"false\" autocomplete=\"off\" class=\"svelte-hrp9on\"/></label> <label class=\"small svelte-hrp9on\">Who sees what <textarea rows=\"3\" spellcheck=\"false\" class=\"svelte-hrp9on\"></textarea></label> <label class=\"small svelte-hrp9on\">True at the actual world (empty: none is actual) <input type=\"text\" spellcheck=\"false\" autocomplete=\"off\" class=\"svelte-hrp9on\"/></label> <!> <div class=\"row svelte-hrp9on\"><button class=\"primary\">Make the model</button></div></form>"), qo = {
	hash: "svelte-hrp9on",
	code: "form.svelte-hrp9on {display:grid;grid-template-columns:repeat(auto-fit, minmax(220px, 1fr));gap:8px 12px;padding-top:8px;}label.svelte-hrp9on {display:grid;align-content:start;gap:2px;}input.svelte-hrp9on,\n  textarea.svelte-hrp9on {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;}.problem.svelte-hrp9on,\n  .row.svelte-hrp9on {grid-column:1 / -1;}"
};
function Jo(e, t) {
	D(t, !0), X(e, qo);
	let n = /* @__PURE__ */ M(null);
	function r() {
		let e = Wo.sees.split("\n").filter((e) => e.trim());
		return Object.fromEntries(e.map((e) => [e.split(":")[0].trim(), Uo(e.slice(e.indexOf(":") + 1 || e.length))]));
	}
	async function i(e) {
		e.preventDefault(), N(n, null);
		try {
			let e = Wo.actual.trim() ? Uo(Wo.actual) : null, { model: n } = await Qi("observations", {
				atoms: Uo(Wo.atoms),
				law: Wo.law,
				observes: r(),
				actual: e
			});
			await $.show(n, "from observations"), t.made();
		} catch (e) {
			N(n, ra(e));
		}
	}
	var a = Ko(), o = P(a), s = L(P(o));
	Z(s), E(o);
	var c = L(o, 2), l = L(P(c));
	Z(l), E(c);
	var u = L(c, 2), d = L(P(u));
	at(d), E(u);
	var f = L(u, 2), p = L(P(f));
	Z(p), E(f);
	var m = L(f, 2), h = (e) => {
		var t = Go(), r = I(t, !0);
		R(() => q(r, V(n).full ?? V(n).message)), K(e, t);
	};
	J(m, (e) => {
		V(n) && e(h);
	}), Ee(2), E(a), H("submit", a, i), Di(s, () => Wo.atoms, (e) => Wo.atoms = e), Di(l, () => Wo.law, (e) => Wo.law = e), Di(d, () => Wo.sees, (e) => Wo.sees = e), Di(p, () => Wo.actual, (e) => Wo.actual = e), K(e, a), O();
}
// src/parts/Library.svelte
var Yo = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), Xo = /* @__PURE__ */ G("<button class=\"svelte-ww6ogl\"> </button>"), Zo = /* @__PURE__ */ G("<!> <h3 class=\"svelte-ww6ogl\">Start new</h3> <div class=\"tiles svelte-ww6ogl\"></div> <details class=\"svelte-ww6ogl\"><summary>From observations: a law, and who sees what</summary> <!></details> <h3 class=\"svelte-ww6ogl\">Puzzles, told step by step</h3> <div class=\"tiles svelte-ww6ogl\"></div>", 1), Qo = {
	hash: "svelte-ww6ogl",
	code: "h3.svelte-ww6ogl {margin:16px 0 8px;font-size:15px;}.tiles.svelte-ww6ogl {display:grid;grid-template-columns:repeat(auto-fill, minmax(200px, 1fr));gap:8px;}details.svelte-ww6ogl {margin-top:12px;}.tiles.svelte-ww6ogl button:where(.svelte-ww6ogl) {min-height:48px;text-align:left;}"
};
function $o(e, t) {
	D(t, !0), X(e, Qo);
	let n = {
		"Knowledge: two worlds, two agents": ca,
		"Belief: b is wrong": {
			whoknows: 1,
			worlds: {
				w: ["p"],
				v: []
			},
			actual: "w",
			relations: {
				a: { partition: [["w"], ["v"]] },
				b: { edges: [["w", "v"], ["v", "v"]] }
			}
		},
		"Plausibility: a expects ~p": {
			whoknows: 1,
			worlds: {
				w: ["p"],
				v: []
			},
			actual: "w",
			relations: { a: { partition: [["w", "v"]] } },
			ranks: { a: {
				w: 1,
				v: 0
			} }
		}
	}, r = /* @__PURE__ */ M([]), i = /* @__PURE__ */ M(null);
	Hi(async () => {
		try {
			N(r, (await Qi("library", {})).puzzles);
		} catch (e) {
			N(i, ra(e));
		}
	});
	async function a(e) {
		try {
			await $.begin(await Ka(e)), t.close();
		} catch (e) {
			N(i, ra(e));
		}
	}
	async function o(e, n) {
		t.close(), $.formula = "K_a p", await $.show(n, e);
	}
	so(e, {
		title: "Library",
		get close() {
			return t.close;
		},
		children: (e, s) => {
			var c = Zo(), l = F(c), u = (e) => {
				var t = Yo(), n = I(t, !0);
				R(() => q(n, V(i).message)), K(e, t);
			};
			J(l, (e) => {
				V(i) && e(u);
			});
			var d = L(l, 4);
			Y(d, 21, () => Object.entries(n), ([e, t]) => e, (e, t) => {
				var n = /* @__PURE__ */ A(() => m(V(t), 2));
				let r = () => V(n)[0], i = () => V(n)[1];
				var a = Xo(), s = I(a, !0);
				R(() => q(s, r())), U("click", a, () => o(r(), i())), K(e, a);
			}), E(d);
			var f = L(d, 2);
			Jo(L(P(f), 2), { get made() {
				return t.close;
			} }), E(f);
			var p = L(f, 4);
			Y(p, 21, () => V(r), ({ name: e, title: t }) => e, (e, t) => {
				let n = () => V(t).name, r = () => V(t).title;
				var i = Xo(), o = I(i, !0);
				R(() => q(o, r())), U("click", i, () => a(n())), K(e, i);
			}), E(p), K(e, c);
		},
		$$slots: { default: !0 }
	}), O();
}
W(["click"]);
// src/parts/Menu.svelte
var es = /* @__PURE__ */ G("<button class=\"quiet svelte-17dkck7\"> </button>"), ts = /* @__PURE__ */ G("<div class=\"list svelte-17dkck7\"></div>"), ns = /* @__PURE__ */ G("<button> </button>"), rs = /* @__PURE__ */ G("<input class=\"hidden\" type=\"file\" tabindex=\"-1\" aria-hidden=\"true\" accept=\".json,.txt,.smcdel,.graphml\"/> <button>Open</button> <div class=\"menu svelte-17dkck7\"><button aria-haspopup=\"true\">Save as</button> <!></div> <!>", 1), is = {
	hash: "svelte-17dkck7",
	code: ".menu.svelte-17dkck7 {position:relative;}.list.svelte-17dkck7 {position:absolute;right:0;z-index:3;display:grid;margin-top:4px;padding:6px;border:1px solid var(--line);border-radius:10px;background:var(--paper);box-shadow:0 10px 30px rgb(0 0 0 / 15%);}.list.svelte-17dkck7 button:where(.svelte-17dkck7) {text-align:left;}"
};
function as(e, t) {
	D(t, !0), X(e, is);
	let n = [
		"svg",
		"png",
		"pdf",
		"tikz",
		"dot",
		"json",
		"graphml",
		"smcdel",
		"python",
		"notebook"
	], r = [
		"json",
		"python",
		"notebook"
	], i = /* @__PURE__ */ M(!1), a = /* @__PURE__ */ M(""), o;
	async function s(e) {
		N(i, !1);
		try {
			let t = $.checked && $.part === 0 ? $.formula : null, n = $.history.moment.places && $.placesNow(), r = await Qi("save", {
				model: $.file,
				format: e,
				highlight: t,
				look: $.look,
				places: n
			});
			yo(Uint8Array.from(atob(r.base64), (e) => e.charCodeAt(0)), r.type, r.name);
		} catch (e) {
			$.refused = ra(e) ?? $.refused;
		}
	}
	async function c() {
		let e = o.files?.[0];
		if (o.value = "", e) try {
			let { model: t } = await Qi("open", {
				name: e.name,
				text: await e.text()
			});
			await $.show(t, e.name);
		} catch (e) {
			$.refused = ra(e) ?? $.refused;
		}
	}
	async function l() {
		let e = await $.link();
		history.replaceState(null, "", e);
		try {
			await navigator.clipboard.writeText(e), N(a, "copied");
		} catch {
			N(a, "in the address");
		}
		setTimeout(() => N(a, ""), 2500);
	}
	var u = rs();
	H("click", tn, () => N(i, !1));
	var d = F(u);
	Li(d, (e) => o = e, () => o);
	var f = L(d, 2), p = L(f, 2), m = P(p), h = L(m, 2), g = (e) => {
		var t = ts();
		Y(t, 20, () => $.symbolic ? r : n, (e) => e, (e, t) => {
			var n = es(), r = I(n, !0);
			R((e) => q(r, e), [() => t.toUpperCase()]), U("click", n, () => s(t)), K(e, n);
		}), E(t), K(e, t);
	};
	J(h, (e) => {
		V(i) && e(g);
	}), E(p);
	var _ = L(p, 2), v = (e) => {
		var t = ns(), n = I(t, !0);
		R(() => q(n, V(a) ? `Link ${V(a)}` : "Share")), U("click", t, l), K(e, t);
	};
	J(_, (e) => {
		$.embedded || e(v);
	}), R(() => Q(m, "aria-expanded", V(i))), U("change", d, c), U("click", f, () => o.click()), U("click", m, (e) => {
		e.stopPropagation(), N(i, !V(i));
	}), K(e, u), O();
}
W(["change", "click"]);
// src/parts/DocumentNav.svelte
var os = /* @__PURE__ */ G("<button class=\"quiet pale\" title=\"Escape; left and right go back and forth in time\">End the slide</button>"), ss = /* @__PURE__ */ G("<button>Library</button> <button title=\"Ctrl+Z\">Undo</button> <button title=\"Ctrl+Shift+Z\">Redo</button> <button title=\"The picture alone, large; Escape ends it\">Slide</button> <button>Compare</button> <!>", 1), cs = /* @__PURE__ */ G("<nav aria-label=\"Document\" class=\"svelte-sysluq\"><!></nav> <!> <!>", 1), ls = {
	hash: "svelte-sysluq",
	code: "nav.svelte-sysluq {display:flex;flex-wrap:wrap;gap:6px;}"
};
function us(e, t) {
	D(t, !0), X(e, ls);
	let n = Vi(t, "slide", 15, !1), r = /* @__PURE__ */ M(!1), i = /* @__PURE__ */ M(!1);
	function a(e) {
		let t = e.composedPath()[0], r = t instanceof HTMLElement && t.matches("input, textarea, select");
		n() && e.key === "Escape" && n(!1), n() && e.key === "ArrowLeft" && $.undo(), n() && e.key === "ArrowRight" && $.redo(), !r && (e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "z" && (e.preventDefault(), e.shiftKey ? $.redo() : $.undo());
	}
	var o = cs();
	H("keydown", tn, a);
	var s = F(o), c = P(s), l = (e) => {
		var t = os();
		U("click", t, () => n(!1)), K(e, t);
	}, u = (e) => {
		var t = ss(), a = F(t), o = L(a, 2), s = L(o, 2), c = L(s, 2), l = L(c, 2);
		as(L(l, 2), {}), R(() => {
			o.disabled = !$.history.canUndo, s.disabled = !$.history.undone.length;
		}), U("click", a, () => N(r, !0)), U("click", o, () => $.undo()), U("click", s, () => $.redo()), U("click", c, () => n(!0)), U("click", l, () => N(i, !0)), K(e, t);
	};
	J(c, (e) => {
		n() ? e(l) : e(u, -1);
	}), E(s);
	var d = L(s, 2), f = (e) => {
		Fo(e, { close: () => N(i, !1) });
	};
	J(d, (e) => {
		V(i) && e(f);
	});
	var p = L(d, 2), m = (e) => {
		$o(e, { close: () => N(r, !1) });
	};
	J(p, (e) => {
		V(r) && e(m);
	}), K(e, o), O();
}
W(["click"]);
// src/lib/eye.ts
function ds(e, t, n) {
	let r = /* @__PURE__ */ new Set([e]);
	for (let e of t) {
		let t = /* @__PURE__ */ new Set();
		for (let i of r) for (let r of n[e]?.[i] ?? []) t.add(r);
		r = t;
	}
	return r;
}
function fs(e) {
	return `${e.join(" thinks ")} considers`;
}
// src/parts/Eye.svelte
var ps = /* @__PURE__ */ G("<span class=\"small pale\" aria-hidden=\"true\">→</span>"), ms = /* @__PURE__ */ G("<!><span class=\"badge\"> </span>", 1), hs = /* @__PURE__ */ G("<button class=\"small\"> </button>"), gs = /* @__PURE__ */ G("<button class=\"quiet small\">One back</button> <button class=\"quiet small\">All worlds</button>", 1), _s = /* @__PURE__ */ G("<p class=\"hidden\" role=\"status\"> </p>"), vs = /* @__PURE__ */ G("<div class=\"row\" role=\"group\" aria-label=\"Eye view\"><span class=\"small pale\">Through the eyes of</span> <!> <!> <!></div> <!>", 1);
function ys(e, t) {
	D(t, !0);
	let n = /* @__PURE__ */ A(() => ma($.file));
	var r = vs(), i = F(r), a = L(P(i), 2);
	Y(a, 17, () => $.eye, Wr, (e, t, n) => {
		var r = ms(), i = F(r), a = (e) => {
			K(e, ps());
		};
		J(i, (e) => {
			n && e(a);
		});
		var o = I(L(i), !0);
		R(() => q(o, V(t))), K(e, r);
	});
	var o = L(a, 2);
	Y(o, 16, () => V(n), (e) => e, (e, t) => {
		var n = hs(), r = I(n);
		R(() => {
			n.disabled = !$.here, q(r, `+ ${t ?? ""}`);
		}), U("click", n, () => $.through([...$.eye, t])), K(e, n);
	});
	var s = L(o, 2), c = (e) => {
		var t = gs(), n = F(t), r = L(n, 2);
		U("click", n, () => $.through($.eye.slice(0, -1))), U("click", r, () => $.through([])), K(e, t);
	};
	J(s, (e) => {
		$.eye.length && e(c);
	}), E(i);
	var l = L(i, 2), u = (e) => {
		var t = _s(), n = I(t);
		R((e) => q(n, `From ${$.hereText ?? ""}, ${e ?? ""} the worlds possible that are not dimmed.`), [() => fs($.eye)]), K(e, t);
	};
	J(l, (e) => {
		$.eye.length && e(u);
	}), K(e, r), O();
}
W(["click"]);
// src/parts/Agents.svelte
var bs = /* @__PURE__ */ G("<button class=\"quiet small\">Close to S5</button>"), xs = /* @__PURE__ */ G("<p class=\"small pale\"> </p>"), Ss = /* @__PURE__ */ G("<li><b> </b> <span class=\"badge\"> </span> <!> <button class=\"quiet small\">Remove</button> <!></li>"), Cs = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"agents-title\"><h2 id=\"agents-title\">Agents</h2> <ul class=\"svelte-anjw52\"></ul> <form class=\"row svelte-anjw52\"><input type=\"text\" placeholder=\"name\" aria-label=\"Name of a new agent\" class=\"svelte-anjw52\"/> <button>Add agent</button></form> <!></section>"), ws = {
	hash: "svelte-anjw52",
	code: "ul.svelte-anjw52 {margin:0;padding:0;list-style:none;display:grid;gap:4px;}form.svelte-anjw52 input:where(.svelte-anjw52) {width:140px;}"
};
function Ts(e, t) {
	D(t, !0), X(e, ws);
	let n = /* @__PURE__ */ M(""), r = /* @__PURE__ */ A(() => ma($.model)), i = /* @__PURE__ */ A(() => $.picture?.frames ?? {});
	async function a(e) {
		e.preventDefault();
		let t = V(n).trim();
		/^\w+$/.test(t) && !V(r).includes(t) && (N(n, ""), await $.become(Ta($.model, t), `new agent ${t}`));
	}
	var o = Cs(), s = L(P(o), 2);
	Y(s, 20, () => V(r), (e) => e, (e, t) => {
		var n = Ss(), r = P(n), a = I(r, !0), o = L(r, 2), s = I(o, !0), c = L(o, 2), l = (e) => {
			var n = bs();
			U("click", n, () => $.become(Oa($.model, t), `${t}: closed to S5`)), K(e, n);
		};
		J(c, (e) => {
			V(i)[t] && V(i)[t].system !== "S5" && e(l);
		});
		var u = L(c, 2), d = L(u, 2), f = (e) => {
			var n = xs(), r = I(n, !0);
			R(() => q(r, V(i)[t].fails)), K(e, n);
		};
		J(d, (e) => {
			V(i)[t]?.fails && e(f);
		}), E(n), R(() => {
			q(a, t), Q(o, "title", V(i)[t]?.fails), q(s, V(i)[t]?.system ?? "…"), Q(u, "aria-label", `Remove agent ${t ?? ""}`);
		}), U("click", u, () => $.become(Ea($.model, t), `without ${t}`)), K(e, n);
	}), E(s);
	var c = L(s, 2), l = P(c);
	Z(l);
	var u = L(l, 2);
	E(c), ys(L(c, 2), {}), E(o), R((e) => u.disabled = e, [() => !/^\w+$/.test(V(n).trim())]), H("submit", c, a), Di(l, () => V(n), (e) => N(n, e)), K(e, o), O();
}
W(["click"]);
// src/lib/events.ts
function Es(e, t = "p") {
	let n = e.map((e, t) => [e, t ? [[1], [1]] : [[0], [1]]]);
	return {
		boxes: [{
			name: "said",
			pre: t,
			post: ""
		}, {
			name: "nothing",
			pre: "true",
			post: ""
		}],
		sees: Object.fromEntries(n),
		happens: 0
	};
}
function Ds(e) {
	let t = e.boxes.length, n = Os(e.boxes.map((e) => e.name)), r = Object.fromEntries(Object.entries(e.sees).map(([e, n]) => [e, [...n, [t]]]));
	return {
		...e,
		boxes: [...e.boxes, {
			name: n,
			pre: "true",
			post: ""
		}],
		sees: r
	};
}
function Os(e) {
	for (let t = 1;; t++) if (!e.includes(`e${t}`)) return `e${t}`;
}
function ks(e, t) {
	let n = (e) => e.filter((e) => e !== t).map((e) => e > t ? e - 1 : e), r = (e) => e.filter((e, n) => n !== t), i = Object.fromEntries(Object.entries(e.sees).map(([e, t]) => [e, r(t).map(n)])), a = e.happens === null || e.happens === t ? null : e.happens - Number(e.happens > t);
	return {
		boxes: r(e.boxes),
		sees: i,
		happens: a
	};
}
function As(e, t, n, r) {
	let i = e.sees[t] ?? e.boxes.map(() => []), a = i[n].includes(r) ? i[n].filter((e) => e !== r) : [...i[n], r].sort((e, t) => e - t);
	return {
		...e,
		sees: {
			...e.sees,
			[t]: i.map((e, t) => t === n ? a : e)
		}
	};
}
function js(e, t) {
	let n = e.boxes.map(({ name: e }) => Ms(e)), r = e.boxes.map(({ pre: e, post: t }, r) => {
		let i = t.trim() ? `; ${t.trim().replace(/^;|;$/g, "")}` : "";
		return `event ${n[r]}: pre ${e.trim() || "true"}${i}`;
	});
	e.happens !== null && r.push(`actual: ${n[e.happens]}`);
	for (let i of t) {
		let t = (e.sees[i] ?? e.boxes.map((e, t) => [t])).flatMap((e, t) => e.length ? [`${n[t]} -> ${e.map((e) => n[e]).join(" ")}`] : []);
		r.push(`agent ${Ms(i)}: ${t.join(" | ")}`);
	}
	return r.join("\n");
}
function Ms(e) {
	return /^[\p{L}\p{N}_'.·]+$/u.test(e) ? e : JSON.stringify(e);
}
// src/parts/EventBoxes.svelte
var Ns = /* @__PURE__ */ G("<button type=\"button\" class=\"svelte-1dupc01\"> </button>"), Ps = /* @__PURE__ */ G("<div class=\"row small svelte-1dupc01\" role=\"group\"><strong> </strong> considers possible <!></div>"), Fs = /* @__PURE__ */ G("<fieldset><legend class=\"hidden\"> </legend> <div class=\"row\"><input type=\"text\" class=\"name svelte-1dupc01\"/> <button type=\"button\" class=\"quiet\">×</button></div> <input type=\"text\" placeholder=\"precondition\" spellcheck=\"false\"/> <input type=\"text\" placeholder=\"changes, such as q := true\" spellcheck=\"false\"/> <label class=\"small\"><input type=\"radio\" name=\"happens\"/> it happens</label> <!></fieldset>"), Is = /* @__PURE__ */ G("<div class=\"boxes svelte-1dupc01\"></div> <div class=\"row\"><button type=\"button\">Add an event</button> <label class=\"small\"><input type=\"radio\" name=\"happens\"/> the preconditions decide which happens</label></div>", 1), Ls = {
	hash: "svelte-1dupc01",
	code: ".boxes.svelte-1dupc01 {display:grid;gap:10px;}fieldset.svelte-1dupc01 {display:grid;gap:6px;margin:0;padding:10px;border:1.5px solid var(--ink);border-radius:4px;}.happens.svelte-1dupc01 {outline:1.5px solid var(--ink);outline-offset:3px;}.name.svelte-1dupc01 {flex:1;width:auto;font-weight:600;}.row.small.svelte-1dupc01 button:where(.svelte-1dupc01) {min-height:26px;padding:0 8px;}"
};
function Rs(e, t) {
	D(t, !0), X(e, Ls);
	let n = Vi(t, "text", 15), r = /* @__PURE__ */ M(Qt(Es(t.agents, t.said)));
	xn(() => {
		n(js(V(r), t.agents));
	});
	let i = (e, t) => V(r).sees[e]?.[t] ?? [t];
	var a = Is(), o = F(a);
	Y(o, 21, () => V(r).boxes, Wr, (e, n, a) => {
		var o = Fs();
		let s;
		var c = P(o), l = I(c), u = L(c, 2), d = P(u);
		Z(d), Q(d, "aria-label", `Name of event ${a + 1}`);
		var f = L(d, 2);
		E(u);
		var p = L(u, 2);
		Z(p);
		var m = L(p, 2);
		Z(m);
		var h = L(m, 2), g = P(h);
		Z(g), Ee(), E(h), Y(L(h, 2), 16, () => t.agents, (e) => e, (e, t) => {
			var o = Ps(), s = P(o), c = I(s, !0);
			Y(L(s, 2), 17, () => V(r).boxes, Wr, (e, n, o) => {
				var s = Ns(), c = I(s, !0);
				R((e) => {
					Q(s, "aria-pressed", e), q(c, V(n).name);
				}, [() => i(t, a).includes(o)]), U("click", s, () => N(r, As(V(r), t, a, o), !0)), K(e, s);
			}), E(o), R(() => {
				Q(o, "aria-label", `When ${V(n).name ?? ""} happens, ${t ?? ""} considers possible`), q(c, t);
			}), K(e, o);
		}), E(o), R(() => {
			s = ci(o, 1, "svelte-1dupc01", null, s, { happens: V(r).happens === a }), q(l, `Event ${V(n).name ?? ""}`), Q(f, "aria-label", `Remove event ${V(n).name ?? ""}`), f.disabled = V(r).boxes.length === 1, Q(p, "aria-label", `Precondition of ${V(n).name ?? ""}`), Q(m, "aria-label", `Postconditions of ${V(n).name ?? ""}`), Ci(g, V(r).happens === a);
		}), Di(d, () => V(n).name, (e) => V(n).name = e), U("click", f, () => N(r, ks(V(r), a), !0)), Di(p, () => V(n).pre, (e) => V(n).pre = e), Di(m, () => V(n).post, (e) => V(n).post = e), U("change", g, () => V(r).happens = a), K(e, o);
	}), E(o);
	var s = L(o, 2), c = P(s), l = L(c, 2), u = P(l);
	Z(u), Ee(), E(l), E(s), R(() => Ci(u, V(r).happens === null)), U("click", c, () => N(r, Ds(V(r)), !0)), U("change", u, () => V(r).happens = null), K(e, a), O();
}
W(["click", "change"]);
// src/parts/Steps.svelte
var zs = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), Bs = /* @__PURE__ */ G("<p class=\"small pale svelte-x796el\"> <!></p>"), Vs = /* @__PURE__ */ G("<!> <!> <div class=\"row\"><button class=\"primary\">Do it</button></div>", 1), Hs = /* @__PURE__ */ G("<p role=\"status\" class=\"pale svelte-x796el\">It is being drawn …</p>"), Us = /* @__PURE__ */ G("<!> <!>", 1), Ws = {
	hash: "svelte-x796el",
	code: "p.svelte-x796el {margin-bottom:10px;}"
};
function Gs(e, t) {
	D(t, !0), X(e, Ws);
	let n = /* @__PURE__ */ M(null), r = /* @__PURE__ */ M(null);
	Hi(async () => {
		try {
			let e = $.symbolic ? $.here : null;
			N(n, await Qi("steps", {
				model: $.file,
				change: t.change,
				at: e
			}));
		} catch (e) {
			N(r, ra(e));
		}
	});
	async function i() {
		let [e, n] = [t.change, t.label];
		t.close(), await $.happen(e, n);
	}
	so(e, {
		get title() {
			return t.label;
		},
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var a = Us(), o = F(a), s = (e) => {
				var t = zs(), n = I(t, !0);
				R(() => q(n, V(r).message)), K(e, t);
			};
			J(o, (e) => {
				V(r) && e(s);
			});
			var c = L(o, 2), l = (e) => {
				var t = Vs(), r = F(t);
				Co(r, {
					get svg() {
						return V(n).svg;
					},
					alt: "The model before, what happens, and the model after"
				});
				var a = L(r, 2), o = (e) => {
					var t = Bs(), r = P(t), i = L(r), a = (e) => {
						var t = Ar();
						R((e) => q(t, `Not drawn: ${e ?? ""}.`), [() => V(n).left.join(", ")]), K(e, t);
					};
					J(i, (e) => {
						V(n).left?.length && e(a);
					}), E(t), R(() => q(r, `What agents consider possible at ${$.hereText ?? ""}; pale: no longer so. Worlds are named by what is different there. `)), K(e, t);
				};
				J(a, (e) => {
					$.symbolic && e(o);
				}), U("click", I(L(a, 2)), i), K(e, t);
			}, u = (e) => {
				K(e, Hs());
			};
			J(c, (e) => {
				V(n) ? e(l) : V(r) || e(u, 1);
			}), K(e, a);
		},
		$$slots: { default: !0 }
	}), O();
}
W(["click"]);
// src/parts/Changes.svelte
var Ks = /* @__PURE__ */ G("<option> </option>"), qs = /* @__PURE__ */ G("<select aria-label=\"Atom\"></select> becomes", 1), Js = /* @__PURE__ */ G("<option>someone outside</option>"), Ys = /* @__PURE__ */ G("<select><!><!></select>"), Xs = /* @__PURE__ */ G("<textarea rows=\"6\" aria-label=\"Event model\" spellcheck=\"false\" class=\"svelte-7q06j\"></textarea>"), Zs = /* @__PURE__ */ G("<input type=\"text\" class=\"entry svelte-7q06j\" aria-label=\"What is said or seen\" spellcheck=\"false\" autocomplete=\"off\"/>"), Qs = /* @__PURE__ */ G("<label><input type=\"checkbox\"/> </label>"), $s = /* @__PURE__ */ G("<div class=\"row\" role=\"group\" aria-label=\"Agents\"></div>"), ec = /* @__PURE__ */ G("<label class=\"small\"><input type=\"checkbox\"/> the others notice</label>"), tc = /* @__PURE__ */ G("<label class=\"small\"><input type=\"checkbox\"/> radical: all these worlds go before the others</label>"), nc = /* @__PURE__ */ G("<div class=\"row small\"><label>gain <input type=\"number\" min=\"0\" max=\"1\" step=\"0.05\" class=\"svelte-7q06j\"/></label> <label>loss <input type=\"number\" min=\"0\" max=\"1\" step=\"0.05\" class=\"svelte-7q06j\"/></label></div>"), rc = /* @__PURE__ */ G("<button type=\"button\">Contract</button>"), ic = /* @__PURE__ */ G("<form class=\"card\" aria-labelledby=\"change-title\"><h2 id=\"change-title\">Change</h2> <div class=\"row\"><select aria-label=\"What happens\"></select> <!> <!></div> <!> <!> <!> <!> <!> <div class=\"row\"><button class=\"primary\">Do it</button> <button type=\"button\">Side by side</button> <!> <button type=\"button\">Only reachable</button></div></form> <!>", 1), ac = {
	hash: "svelte-7q06j",
	code: ".entry.svelte-7q06j,\n  textarea.svelte-7q06j {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:14px;}input[type=\"number\"].svelte-7q06j {width:80px;padding:4px 6px;}"
};
function oc(e, t) {
	D(t, !0), X(e, ac);
	let n = [], r = {
		announce: "Announce to all",
		whether: "Tell all whether",
		group: "Tell some; others notice",
		private: "Tell some in secret",
		say: "Say, true or not, believed",
		peek: "Peek",
		set: "Change a fact",
		upgrade: "Make more plausible",
		evidence: "Give evidence",
		boxes: "Event model, as boxes",
		events: "Event model, as text"
	}, i = ["upgrade", "evidence"], a = /* @__PURE__ */ M("announce"), o = /* @__PURE__ */ M(null), s = /* @__PURE__ */ M(Qt([])), c = /* @__PURE__ */ M(""), l = /* @__PURE__ */ M(!0), u = /* @__PURE__ */ M(!0), d = /* @__PURE__ */ M(""), f = /* @__PURE__ */ M(.2), p = /* @__PURE__ */ M(.2), h = /* @__PURE__ */ M("event yes: pre p\nevent no: pre ~p\na: yes | no\nothers: yes no"), g = /* @__PURE__ */ M(""), _ = /* @__PURE__ */ M(null), v = /* @__PURE__ */ A(() => ma($.file)), y = /* @__PURE__ */ A(() => ha($.file)), b = /* @__PURE__ */ A(() => V(o) ?? (V(y).includes("p") ? "p" : V(y)[0] ?? "true")), x = /* @__PURE__ */ A(() => V(s).filter((e) => V(v).includes(e))), S = /* @__PURE__ */ A(() => [
		"group",
		"private",
		"peek"
	].includes(V(a)));
	function ee() {
		switch (V(a)) {
			case "announce": return [{
				kind: "announce",
				formula: V(b),
				to: null,
				whether: !1
			}, `${V(b)}!`];
			case "whether": return [{
				kind: "announce",
				formula: V(b),
				to: null,
				whether: !0
			}, `${V(b)}?`];
			case "group": return [{
				kind: "announce",
				formula: V(b),
				to: V(x),
				whether: !1
			}, `${V(b)} to ${V(x).join(", ")}`];
			case "private": return [{
				kind: "private",
				formula: V(b),
				to: V(x)
			}, `${V(b)} to ${V(x).join(", ")}, secretly`];
			case "say": return [{
				kind: "say",
				formula: V(b),
				by: V(c) || null,
				to: null
			}, `${V(c) || "someone"} says ${V(b)}`];
			case "peek": return [{
				kind: "peek",
				formula: V(b),
				by: V(x),
				noticed: V(l)
			}, `${V(x).join(", ")} peeks: ${V(b)}`];
			case "set": return [{
				kind: "set",
				atom: V(d) || V(y)[0] || "p",
				formula: V(b)
			}, `${V(d) || V(y)[0]} := ${V(b)}`];
			case "upgrade": return [{
				kind: "upgrade",
				formula: V(b),
				radical: V(u)
			}, `${V(u) ? "⇑" : "↑"} ${V(b)}`];
			case "evidence": return [{
				kind: "evidence",
				agent: V(c) || V(v)[0] || "a",
				formula: V(b),
				gain: V(f),
				loss: V(p)
			}, `evidence for ${V(b)}`];
			case "boxes": return [{
				kind: "events",
				text: V(g),
				event: null
			}, "event model"];
			case "events": return [{
				kind: "events",
				text: V(h),
				event: null
			}, "event model"];
		}
	}
	async function te(e) {
		e.preventDefault(), await $.happen(...ee());
	}
	var ne = ic(), re = F(ne), ie = L(P(re), 2), ae = P(ie);
	Y(ae, 21, () => Object.entries(r).filter(([e]) => !$.symbolic || !i.includes(e)), ([e, t]) => e, (e, t) => {
		var n = /* @__PURE__ */ A(() => m(V(t), 2));
		let r = () => V(n)[0], i = () => V(n)[1];
		var a = Ks(), o = I(a, !0), s = {};
		R(() => {
			q(o, i()), s !== (s = r()) && (a.value = (a.__value = s) ?? "");
		}), K(e, a);
	}), E(ae), mi(ae);
	var oe = L(ae, 2), se = (e) => {
		var t = qs(), n = F(t);
		Y(n, 20, () => V(y), (e) => e, (e, t) => {
			var n = Ks(), r = I(n, !0), i = {};
			R(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(n), mi(n), Ee(), hi(n, () => V(d), (e) => N(d, e)), K(e, t);
	};
	J(oe, (e) => {
		V(a) === "set" && e(se);
	});
	var ce = L(oe, 2), le = (e) => {
		var t = Ys(), n = P(t), r = (e) => {
			var t = Js();
			t.value = t.__value = "", K(e, t);
		};
		J(n, (e) => {
			V(a) === "say" && e(r);
		}), Y(L(n), 16, () => V(v), (e) => e, (e, t) => {
			var n = Ks(), r = I(n, !0), i = {};
			R(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(t), mi(t), R(() => Q(t, "aria-label", V(a) === "say" ? "Speaker" : "Agent")), hi(t, () => V(c), (e) => N(c, e)), K(e, t);
	};
	J(ce, (e) => {
		(V(a) === "say" || V(a) === "evidence") && e(le);
	}), E(ie);
	var ue = L(ie, 2), de = (e) => {
		Rs(e, {
			get agents() {
				return V(v);
			},
			get said() {
				return V(b);
			},
			get text() {
				return V(g);
			},
			set text(e) {
				N(g, e, !0);
			}
		});
	}, fe = (e) => {
		var t = Xs();
		at(t), Di(t, () => V(h), (e) => N(h, e)), K(e, t);
	}, pe = (e) => {
		var t = Zs();
		Z(t), Di(t, () => V(b), (e) => N(o, e, !0)), K(e, t);
	};
	J(ue, (e) => {
		V(a) === "boxes" ? e(de) : V(a) === "events" ? e(fe, 1) : e(pe, -1);
	});
	var me = L(ue, 2), he = (e) => {
		var t = $s();
		Y(t, 20, () => V(v), (e) => e, (e, t) => {
			var r = Qs(), i = P(r);
			Z(i);
			var a, o = L(i);
			E(r), R(() => {
				a !== (a = t) && (i.value = (i.__value = a) ?? ""), q(o, ` ${t ?? ""}`);
			}), ki(n, [], i, () => V(s), (e) => N(s, e)), K(e, r);
		}), E(t), K(e, t);
	};
	J(me, (e) => {
		V(S) && e(he);
	});
	var ge = L(me, 2), _e = (e) => {
		var t = ec(), n = P(t);
		Z(n), Ee(), E(t), Ai(n, () => V(l), (e) => N(l, e)), K(e, t);
	};
	J(ge, (e) => {
		V(a) === "peek" && e(_e);
	});
	var C = L(ge, 2), ve = (e) => {
		var t = tc(), n = P(t);
		Z(n), Ee(), E(t), Ai(n, () => V(u), (e) => N(u, e)), K(e, t);
	};
	J(C, (e) => {
		V(a) === "upgrade" && e(ve);
	});
	var ye = L(C, 2), be = (e) => {
		var t = nc(), n = P(t), r = L(P(n));
		Z(r), E(n);
		var i = L(n, 2), a = L(P(i));
		Z(a), E(i), E(t), Di(r, () => V(f), (e) => N(f, e)), Di(a, () => V(p), (e) => N(p, e)), K(e, t);
	};
	J(ye, (e) => {
		V(a) === "evidence" && e(be);
	});
	var xe = L(ye, 2), Se = P(xe), w = L(Se, 2), Ce = L(w, 2), T = (e) => {
		var t = rc();
		U("click", t, () => $.happen({ kind: "contract" }, "bisimilar worlds merged")), K(e, t);
	};
	J(Ce, (e) => {
		$.symbolic || e(T);
	});
	var we = L(Ce, 2);
	E(xe), E(re);
	var Te = L(re, 2), De = (e) => {
		Gs(e, {
			get change() {
				return V(_)[0];
			},
			get label() {
				return V(_)[1];
			},
			close: () => N(_, null)
		});
	};
	J(Te, (e) => {
		V(_) && e(De);
	}), R(() => {
		Se.disabled = V(S) && !V(x).length, w.disabled = V(S) && !V(x).length, we.disabled = !$.here;
	}), H("submit", re, te), hi(ae, () => V(a), (e) => N(a, e)), U("click", w, () => N(_, ee())), U("click", we, () => $.happen({
		kind: "generated",
		at: $.here
	}, `reachable from ${$.hereText}`)), K(e, ne), O();
}
W(["click"]);
// src/parts/Mathematics.svelte
var sc = (e, t) => {
	let n = () => (t?.()).tag, r = () => (t?.()).text;
	var i = jr(), a = F(i), o = (e) => {
		var t = cc(), n = I(t, !0);
		R(() => q(n, r())), K(e, t);
	}, s = (e) => {
		var t = lc(), n = I(t, !0);
		R(() => q(n, r())), K(e, t);
	}, c = (e) => {
		var t = uc(), n = I(t, !0);
		R(() => q(n, r())), K(e, t);
	}, l = (e) => {
		var t = dc(), n = I(t, !0);
		R(() => q(n, r())), K(e, t);
	};
	J(a, (e) => {
		n() === "mo" ? e(o) : n() === "mn" ? e(s, 1) : n() === "mtext" ? e(c, 2) : e(l, -1);
	}), K(e, i);
}, cc = /* @__PURE__ */ kr("<mo> </mo>"), lc = /* @__PURE__ */ kr("<mn> </mn>"), uc = /* @__PURE__ */ kr("<mtext> </mtext>"), dc = /* @__PURE__ */ kr("<mi> </mi>"), fc = /* @__PURE__ */ kr("<msubsup><!><mtext> </mtext><mn> </mn></msubsup>"), pc = /* @__PURE__ */ kr("<msub><!><mtext> </mtext></msub>"), mc = /* @__PURE__ */ kr("<math class=\"hidden\"><mrow></mrow></math>");
function hc(e, t) {
	D(t, !0);
	var n = mc(), r = P(n);
	Y(r, 21, () => po(t.text), Wr, (e, t) => {
		var n = jr(), r = F(n), i = (e) => {
			var n = fc(), r = P(n);
			sc(r, () => V(t));
			var i = L(r), a = I(i, !0), o = I(L(i), !0);
			E(n), R(() => {
				q(a, V(t).below), q(o, V(t).above);
			}), K(e, n);
		}, a = (e) => {
			var n = pc(), r = P(n);
			sc(r, () => V(t));
			var i = I(L(r), !0);
			E(n), R(() => q(i, V(t).below)), K(e, n);
		}, o = (e) => {
			sc(e, () => V(t));
		};
		J(r, (e) => {
			V(t).below && V(t).above ? e(i) : V(t).below ? e(a, 1) : e(o, -1);
		}), K(e, n);
	}), E(r), E(n), K(e, n), O();
}
// src/parts/Reasons.svelte
var gc = /* @__PURE__ */ G("<b> </b>"), _c = /* @__PURE__ */ G("<li><button class=\"quiet svelte-g72hdb\"><!> </button></li>"), vc = /* @__PURE__ */ G("<ol class=\"reasons svelte-g72hdb\" aria-label=\"Reasons\"></ol>"), yc = {
	hash: "svelte-g72hdb",
	code: ".reasons.svelte-g72hdb {margin:0;padding:0;list-style:none;}button.svelte-g72hdb {width:100%;text-align:left;padding:4px 6px;font-size:14px;overflow-wrap:anywhere;}.yes.svelte-g72hdb {color:var(--good);}.no.svelte-g72hdb {color:var(--bad);}.depth-1.svelte-g72hdb {margin-left:14px;}.depth-2.svelte-g72hdb {margin-left:28px;}.depth-3.svelte-g72hdb {margin-left:42px;}.depth-4.svelte-g72hdb {margin-left:56px;}.depth-5.svelte-g72hdb {margin-left:70px;}.depth-6.svelte-g72hdb {margin-left:84px;}"
};
function bc(e, t) {
	D(t, !0), X(e, yc);
	function n(e) {
		let n = (e.path ?? []).map(([, e]) => e), r = t.reasons.slice(t.reasons.indexOf(e) + 1), i = r.findIndex((t) => t.depth <= e.depth), a = (i < 0 ? r : r.slice(0, i)).filter((t) => t.depth === e.depth + 1);
		return [.../* @__PURE__ */ new Set([
			e.world,
			...n,
			...a.map((e) => e.world)
		])].filter((e) => e !== void 0);
	}
	var r = vc();
	Y(r, 21, () => t.reasons, Wr, (e, t) => {
		var r = _c(), i = P(r), a = P(i), o = (e) => {
			var n = gc(), r = I(n, !0);
			R(() => {
				ci(n, 1, ni(V(t).holds ? "yes" : "no"), "svelte-g72hdb"), q(r, V(t).holds ? "✓" : "✗");
			}), K(e, n);
		};
		J(a, (e) => {
			V(t).holds !== void 0 && e(o);
		});
		var s = L(a);
		E(i), E(r), R((e) => {
			ci(r, 1, `depth-${e ?? ""}`, "svelte-g72hdb"), q(s, ` ${V(t).text ?? ""}`);
		}, [() => Math.min(V(t).depth, 6)]), H("mouseenter", i, () => $.lit = n(V(t))), H("mouseleave", i, () => $.lit = []), H("focus", i, () => $.lit = n(V(t))), H("blur", i, () => $.lit = []), U("click", i, () => $.selected = V(t).world ?? null), K(e, r);
	}), E(r), K(e, r), O();
}
W(["click"]);
// src/parts/Formula.svelte
var xc = (e, t = d) => {
	var n = jr(), r = F(n), i = (e) => {
		var n = jr();
		Y(F(n), 17, () => uo(t()), Wr, (e, t) => {
			var n = /* @__PURE__ */ A(() => m(V(t), 2));
			let r = () => V(n)[0], i = () => V(n)[1];
			Ee();
			var a = Cc(), o = F(a, !0), s = L(o), c = (e) => {
				var t = Sc(), n = I(t, !0);
				R(() => q(n, i())), K(e, t);
			};
			J(s, (e) => {
				i() && e(c);
			}), R(() => q(o, r())), K(e, a);
		}), K(e, n);
	}, a = (e) => {
		var n = wc();
		let r;
		Y(n, 21, () => t().pieces, Wr, (e, t) => {
			xc(e, () => V(t));
		}), E(n), R(() => r = ci(n, 1, "part svelte-1kfifdq", null, r, { on: $.part === t().part && t().part > 0 })), U("mouseover", n, (e) => {
			e.stopPropagation(), $.part = t().part;
		}), H("focus", n, () => void 0), K(e, n);
	};
	J(r, (e) => {
		typeof t() == "string" ? e(i) : e(a, -1);
	}), K(e, n);
}, Sc = /* @__PURE__ */ G("<sub class=\"svelte-1kfifdq\"> </sub>"), Cc = /* @__PURE__ */ G(" <!>", 1), wc = /* @__PURE__ */ G("<span role=\"presentation\"></span>"), Tc = /* @__PURE__ */ G("<span class=\"caret svelte-1kfifdq\"> <mark class=\"svelte-1kfifdq\"> </mark> </span>"), Ec = /* @__PURE__ */ G("<br/><b>Hint:</b> ", 1), Dc = /* @__PURE__ */ G("<div class=\"problem\"><!> <!><!></div>"), Oc = /* @__PURE__ */ G("<!> ", 1), kc = /* @__PURE__ */ G("<span> </span>"), Ac = /* @__PURE__ */ G("<span class=\"badge good\"> </span>"), jc = /* @__PURE__ */ G("<!> <!>", 1), Mc = /* @__PURE__ */ G("<option> </option>"), Nc = /* @__PURE__ */ G("<div class=\"math shown svelte-1kfifdq\" tabindex=\"0\" role=\"group\" aria-label=\"The formula; arrow keys go through its parts\"><span aria-hidden=\"true\"><!></span> <!></div> <p class=\"small\" aria-live=\"polite\"><!></p> <div class=\"row\"><button> </button> <span class=\"together svelte-1kfifdq\"><button>Valid in</button> <select aria-label=\"Logic\"></select></span></div>", 1), Pc = /* @__PURE__ */ G("<pre class=\"svelte-1kfifdq\"> </pre>"), Fc = /* @__PURE__ */ G("<button>Open the countermodel</button>"), Ic = /* @__PURE__ */ G("<div class=\"proof svelte-1kfifdq\" role=\"status\"><p class=\"row\"><span> </span> <span class=\"small\"> </span></p> <!> <!> <!></div>"), Lc = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"formula-title\"><h2 id=\"formula-title\">Formula</h2> <input type=\"text\" class=\"entry svelte-1kfifdq\" aria-label=\"Formula\" aria-describedby=\"formula-mistake\" placeholder=\"K_a (p -> q)\" spellcheck=\"false\" autocomplete=\"off\"/> <div id=\"formula-mistake\" aria-live=\"polite\"><!></div> <!> <!> <!></section>"), Rc = {
	hash: "svelte-1kfifdq",
	code: ".entry.svelte-1kfifdq {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:15px;}.shown.svelte-1kfifdq {padding:6px 4px;line-height:1.7;overflow-wrap:anywhere;}.part.svelte-1kfifdq {border-radius:4px;}sub.svelte-1kfifdq {font-size:72%;}.part.on.svelte-1kfifdq {background:var(--true);}.caret.svelte-1kfifdq {display:block;font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;}mark.svelte-1kfifdq {background:#f3b5b0;}.together.svelte-1kfifdq {display:flex;gap:8px;}.proof.svelte-1kfifdq {display:grid;gap:8px;}pre.svelte-1kfifdq {max-height:300px;margin:0;padding:10px;overflow:auto;border-radius:6px;background:var(--ground);font:13px/1.5 var(--sans);white-space:pre-wrap;}"
};
function zc(e, t) {
	D(t, !0), X(e, Rc);
	let n = [
		"S5",
		"KD45",
		"K45",
		"S4",
		"KT",
		"KD",
		"K"
	], r = /* @__PURE__ */ M("S5"), i = /* @__PURE__ */ A(() => $.checked), a = /* @__PURE__ */ A(() => V(i) ? co(V(i).text, V(i).rows) : ""), o = /* @__PURE__ */ A(() => V(i)?.rows[$.part]), s = /* @__PURE__ */ A(() => $.symbolic ? "states" : "worlds"), c = /* @__PURE__ */ A(() => $.symbolic ? "the actual state" : ($.model.actual?.length ?? 0) > 16 ? "the actual world" : $.model.actual), l = /* @__PURE__ */ A(() => $.mistake?.position);
	function u(e) {
		let t = V(i)?.rows.length ?? 0, n = {
			ArrowRight: 1,
			ArrowDown: 1,
			ArrowLeft: -1,
			ArrowUp: -1
		}[e.key];
		n && t && (e.preventDefault(), $.part = ($.part + n + t) % t);
	}
	function d() {
		$.proved?.model && $.show($.proved.model, "countermodel");
	}
	var f = Lc(), p = L(P(f), 2);
	Z(p);
	var m = L(p, 2), h = P(m), g = (e) => {
		var t = Dc(), n = P(t), r = (e) => {
			var t = Tc(), n = P(t, !0), r = L(n), i = I(r, !0), a = L(r, 1, !0);
			E(t), R((e, t, r) => {
				q(n, e), q(i, t), q(a, r);
			}, [
				() => $.mistake.text.slice(0, V(l)),
				() => $.mistake.text.slice(V(l), V(l) + 1) || " ",
				() => $.mistake.text.slice(V(l) + 1)
			]), K(e, t);
		};
		J(n, (e) => {
			V(l) !== void 0 && $.mistake.text && e(r);
		});
		var i = L(n, 1, !0), a = L(i), o = (e) => {
			var t = Ar();
			R((e) => q(t, `; expected ${e ?? ""}`), [() => $.mistake.expected.join(" or ")]), K(e, t);
		};
		J(a, (e) => {
			$.mistake.expected?.length && e(o);
		});
		var s = L(a), c = (e) => {
			var t = Ec(), n = L(F(t), 2);
			R(() => q(n, ` ${$.mistake.hint ?? ""}`)), K(e, t);
		};
		J(s, (e) => {
			$.mistake.hint && e(c);
		}), E(t), R(() => q(i, $.mistake.message)), K(e, t);
	};
	J(h, (e) => {
		$.mistake && e(g);
	}), E(m);
	var _ = L(m, 2), v = (e) => {
		var t = Nc(), l = F(t), d = P(l);
		xc(P(d), () => V(a)), E(d), hc(L(d, 2), { get text() {
			return V(i).text;
		} }), E(l);
		var f = L(l, 2), p = P(f), m = (e) => {
			var t = Oc(), n = F(t);
			{
				let e = /* @__PURE__ */ A(() => V(i).text.slice(V(o).start, V(o).end));
				vo(n, { get text() {
					return V(e);
				} });
			}
			var r = L(n);
			R(() => q(r, ` holds at ${V(o).count ?? ""}
        ${(V(o).after ? `of the ${V(o).left} ${V(s)} that are left after the announcement` : V(s)) ?? ""}`)), K(e, t);
		}, h = (e) => {
			var t = jc(), n = F(t), r = (e) => {
				var t = kc(), n = I(t);
				R(() => {
					ci(t, 1, `badge ${V(i).actual ? "good" : "bad"}`), q(n, `${V(i).actual ? "true" : "false"} at ${V(c) ?? ""}`);
				}), K(e, t);
			};
			J(n, (e) => {
				V(i).actual !== null && e(r);
			});
			var a = L(n, 2), l = (e) => {
				var t = Ac(), n = I(t);
				R(() => q(n, `true at all ${V(s) ?? ""}`)), K(e, t);
			}, u = (e) => {
				var t = Ar();
				R(() => q(t, `true at ${V(o).count ?? ""} of ${V(i).of ?? ""} ${V(s) ?? ""}`)), K(e, t);
			};
			J(a, (e) => {
				V(i).valid ? e(l) : e(u, -1);
			}), K(e, t);
		};
		J(p, (e) => {
			$.part ? e(m) : e(h, -1);
		}), E(f);
		var g = L(f, 2), _ = P(g), v = I(_), y = L(_, 2), b = P(y), x = L(b, 2);
		Y(x, 20, () => n, (e) => e, (e, t) => {
			var n = Mc(), r = I(n, !0), i = {};
			R(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(x), mi(x), E(y), E(g), R(() => q(v, `Why at ${$.hereText ?? ""}?`)), U("keydown", l, u), H("mouseleave", l, () => $.part = 0), U("click", _, () => void $.why()), U("click", b, () => void $.prove(V(r))), hi(x, () => V(r), (e) => N(r, e)), K(e, t);
	};
	J(_, (e) => {
		V(i) && V(o) && e(v);
	});
	var y = L(_, 2), b = (e) => {
		bc(e, { get reasons() {
			return $.reasons;
		} });
	};
	J(y, (e) => {
		$.reasons && e(b);
	});
	var x = L(y, 2), S = (e) => {
		var t = Ic(), n = P(t), r = P(n), i = I(r, !0), a = I(L(r, 2), !0);
		E(n);
		var o = L(n, 2), s = (e) => {
			var t = Pc(), n = I(t, !0);
			R(() => q(n, $.proved.proof)), K(e, t);
		};
		J(o, (e) => {
			$.proved.proof && e(s);
		});
		var c = L(o, 2), l = (e) => {
			var t = Pc(), n = I(t, !0);
			R(() => q(n, $.proved.why)), K(e, t);
		};
		J(c, (e) => {
			$.proved.why && e(l);
		});
		var u = L(c, 2), f = (e) => {
			var t = Fc();
			U("click", t, d), K(e, t);
		};
		J(u, (e) => {
			$.proved.model && e(f);
		}), E(t), R(() => {
			ci(r, 1, `badge ${$.proved.valid ? "good" : "bad"}`), q(i, $.proved.valid ? "valid" : "not valid"), q(a, $.proved.says);
		}), K(e, t);
	};
	J(x, (e) => {
		$.proved && e(S);
	}), E(f), R(() => {
		Q(p, "aria-invalid", $.mistake !== null), Si(p, $.formula);
	}), U("input", p, (e) => void $.type(e.currentTarget.value)), K(e, f), O();
}
W([
	"mouseover",
	"input",
	"keydown",
	"click"
]);
// src/lib/context.ts
var Bc = Symbol("session");
function Vc(e) {
	return Ye(Bc, e);
}
function Hc() {
	return Je(Bc) ?? $;
}
// src/parts/Belief.svelte
var Uc = /* @__PURE__ */ G("<div class=\"row svelte-1j252m1\"><label>rank here <input type=\"number\" min=\"0\" max=\"99\" class=\"svelte-1j252m1\"/></label></div>"), Wc = /* @__PURE__ */ G("<label>weight here <input type=\"text\" inputmode=\"decimal\" class=\"svelte-1j252m1\"/></label>"), Gc = /* @__PURE__ */ G("<div class=\"row svelte-1j252m1\"><!> <label>believes from <input type=\"text\" inputmode=\"decimal\" class=\"svelte-1j252m1\"/></label></div>"), Kc = /* @__PURE__ */ G("<li class=\"small svelte-1j252m1\"><b class=\"svelte-1j252m1\"> </b> <select class=\"svelte-1j252m1\"><option>as knowledge</option><option>by ranks</option><option>by weights</option></select> <!></li>"), qc = /* @__PURE__ */ G("<p class=\"problem\" role=\"alert\"> </p>"), Jc = /* @__PURE__ */ G("<details><summary class=\"small\">Belief: ranks or weights</summary> <ul class=\"svelte-1j252m1\"></ul> <p class=\"small pale\">A lower rank is more plausible. Weights are from 0 to 1; worlds of at least the second number are believed.</p> <!></details>"), Yc = {
	hash: "svelte-1j252m1",
	code: "ul.svelte-1j252m1 {margin:8px 0;padding:0;list-style:none;display:grid;gap:6px;}li.svelte-1j252m1 {display:grid;grid-template-columns:3em minmax(0, 1fr);align-items:center;gap:6px 8px;}b.svelte-1j252m1 {overflow-wrap:anywhere;}select.svelte-1j252m1 {justify-self:start;}.row.svelte-1j252m1 {grid-column:2;gap:6px 14px;}input.svelte-1j252m1 {display:inline-block;width:62px !important;min-height:32px;padding:2px 6px;border:1px solid #b9bfca;border-radius:8px;}select.svelte-1j252m1 {min-height:32px;padding:2px 6px;}"
};
function Xc(e, t) {
	D(t, !0), X(e, Yc);
	let n = Hc(), r = /* @__PURE__ */ A(() => n.model), i = /* @__PURE__ */ A(() => ma(V(r))), a = /* @__PURE__ */ M(null);
	function o(e, n) {
		let i = Number(n.value);
		Number.isInteger(i) && i >= 0 && i <= 99 ? c(ja(V(r), e, t.world, i), `rank ${i} for ${e} at ${t.world}`) : l(n, `rank ${n.value}: expected a whole number from 0 to 99`);
	}
	function s(e, t, n) {
		let r = e.value.trim();
		Pa(r) ? c(t(r), `${n} ${r}`) : l(e, `${r || "nothing"}: expected a number from 0 to 1, such as 0.3 or 1/3`);
	}
	function c(e, t) {
		N(a, null), n.become(e, t);
	}
	function l(e, t) {
		N(a, t, !0), e.value = e.defaultValue;
	}
	var u = Jc(), d = L(P(u), 2);
	Y(d, 20, () => V(i), (e) => e, (e, n) => {
		let i = /* @__PURE__ */ A(() => ka(V(r), n));
		var a = Kc(), l = P(a), u = I(l, !0), d = L(l, 2), f = P(d);
		f.value = f.__value = "none";
		var p = L(f);
		p.value = p.__value = "ranks";
		var m = L(p);
		m.value = m.__value = "weights", E(d);
		var h;
		mi(d);
		var g = L(d, 2), _ = (e) => {
			var i = Uc(), a = P(i), s = L(P(a));
			Z(s), E(a), E(i), R(() => Si(s, V(r).ranks[n][t.world] ?? 0)), U("change", s, (e) => o(n, e.currentTarget)), K(e, i);
		}, v = (e) => {
			var i = Gc(), a = P(i), o = (e) => {
				var i = Wc(), a = L(P(i));
				Z(a), E(i), R(() => Si(a, V(r).weights[n][t.world])), U("change", a, (e) => s(e.currentTarget, (e) => Ma(V(r), n, t.world, e), `weight for ${n} at ${t.world}:`)), K(e, i);
			};
			J(a, (e) => {
				V(r).weights[n][t.world] !== void 0 && e(o);
			});
			var c = L(a, 2), l = L(P(c));
			Z(l), E(c), E(i), R(() => Si(l, V(r).threshold?.[n] ?? 0)), U("change", l, (e) => s(e.currentTarget, (e) => Na(V(r), n, e), `threshold of ${n}:`)), K(e, i);
		};
		J(g, (e) => {
			V(i) === "ranks" ? e(_) : V(i) === "weights" && e(v, 1);
		}), E(a), R(() => {
			q(u, n), Q(d, "aria-label", `Belief of ${n ?? ""}`), h !== (h = V(i)) && (d.value = (d.__value = h) ?? "", pi(d, h));
		}), U("change", d, (e) => c(Aa(V(r), n, e.currentTarget.value), `${n}: ${e.currentTarget.selectedOptions[0].text}`)), K(e, a);
	}), E(d);
	var f = L(d, 4), p = (e) => {
		var t = qc(), n = I(t, !0);
		R(() => q(n, V(a))), K(e, t);
	};
	J(f, (e) => {
		V(a) && e(p);
	}), E(u), R((e) => u.open = e, [() => V(i).some((e) => ka(V(r), e) !== "none")]), K(e, u), O();
}
W(["change"]);
// src/parts/Inspector.svelte
var Zc = /* @__PURE__ */ G("<button> </button>"), Qc = /* @__PURE__ */ G("<option> </option>"), $c = /* @__PURE__ */ G("<!> <form class=\"row svelte-duhzvb\"><input type=\"text\" placeholder=\"new name\" aria-label=\"New name of the world\" class=\"svelte-duhzvb\"/> <button>Rename</button></form>", 1), el = /* @__PURE__ */ G("<div class=\"row\" role=\"group\"></div> <div class=\"row\"><button>Make actual</button> <button>Remove</button></div> <div class=\"row\"><select aria-label=\"Agent of the arrow\"></select> <span> </span> <select aria-label=\"World at the end of the arrow\"></select> <span> </span> <button> </button></div> <!>", 1), tl = /* @__PURE__ */ G("<p class=\"small pale\">Select a world in the picture to change what is true there.</p>"), nl = /* @__PURE__ */ G("<form class=\"row svelte-duhzvb\"><input type=\"text\" placeholder=\"atom\" aria-label=\"Name of a new atom\" class=\"svelte-duhzvb\"/> <button>Add atom</button></form>"), rl = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"world-title\"><h2 id=\"world-title\"> </h2> <!> <!></section>"), il = {
	hash: "svelte-duhzvb",
	code: "form.svelte-duhzvb input:where(.svelte-duhzvb) {width:140px;}"
};
function al(e, t) {
	D(t, !0), X(e, il);
	let n = Vi(t, "brief", 3, !1), r = Hc(), i = /* @__PURE__ */ M(""), a = /* @__PURE__ */ M(""), o = /* @__PURE__ */ M(""), s = /* @__PURE__ */ M(""), c = /* @__PURE__ */ A(() => r.selected), l = /* @__PURE__ */ A(() => r.model), u = /* @__PURE__ */ A(() => ha(V(l))), d = /* @__PURE__ */ A(() => ma(V(l))), f = /* @__PURE__ */ A(() => V(d).includes(V(o)) ? V(o) : V(d)[0] ?? ""), p = /* @__PURE__ */ A(() => V(s) in V(l).worlds ? V(s) : Object.keys(V(l).worlds)[0] ?? ""), m = /* @__PURE__ */ A(() => ga(V(l).relations[V(f)]).some(([e, t]) => e === V(c) && t === V(p)));
	async function h(e) {
		e.preventDefault();
		let t = V(i).trim();
		if (!V(c) || !t || t in V(l).worlds) return;
		let n = r.placesNow();
		n?.[V(c)] && (n[t] = n[V(c)]), N(i, ""), r.selected = t, await r.become(Sa(V(l), V(c), t), `${V(c)} is now ${t}`, n);
	}
	async function g(e) {
		e.preventDefault();
		let t = V(a).trim();
		t && (N(a, ""), await r.become(wa(V(l), t), `new atom ${t}`));
	}
	async function _() {
		let e = r.picture?.frames[V(f)]?.system === "S5" && r.closed;
		await r.become(Da(V(l), V(f), V(c), V(p), e), `${V(f)}: ${V(c)} – ${V(p)}`);
	}
	var v = rl(), y = P(v), b = I(y, !0), x = L(y, 2), S = (e) => {
		var t = el(), a = F(t);
		Y(a, 20, () => V(u), (e) => e, (e, t) => {
			var n = Zc(), i = I(n, !0);
			R((e) => {
				Q(n, "aria-pressed", e), q(i, t);
			}, [() => V(l).worlds[V(c)]?.includes(t) ?? !1]), U("click", n, () => r.become(Ca(V(l), V(c), t), `${t} at ${V(c)}`)), K(e, n);
		}), E(a);
		var g = L(a, 2), v = P(g), y = L(v, 2);
		E(g);
		var b = L(g, 2), x = P(b);
		Y(x, 20, () => V(d), (e) => e, (e, t) => {
			var n = Qc(), r = I(n, !0), i = {};
			R(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(x), mi(x);
		var S = L(x, 2), ee = I(S), te = L(S, 2);
		Y(te, 20, () => Object.keys(V(l).worlds), (e) => e, (e, t) => {
			var n = Qc(), r = I(n, !0), i = {};
			R(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(te), mi(te);
		var ne = L(te, 2), re = I(ne), ie = L(ne, 2), ae = I(ie, !0);
		E(b);
		var oe = L(b, 2), se = (e) => {
			var t = $c(), n = F(t);
			Xc(n, { get world() {
				return V(c);
			} });
			var r = L(n, 2), a = P(r);
			Z(a);
			var o = L(a, 2);
			E(r), R((e) => o.disabled = e, [() => !V(i).trim()]), H("submit", r, h), Di(a, () => V(i), (e) => N(i, e)), K(e, t);
		};
		J(oe, (e) => {
			n() || e(se);
		}), R((e) => {
			Q(a, "aria-label", `Atoms true at ${V(c) ?? ""}`), v.disabled = V(l).actual === V(c), y.disabled = e, q(ee, `at ${V(c) ?? ""} considers`), q(re, `${V(m) ? "possible" : "impossible"}:`), ie.disabled = !V(f), q(ae, V(m) ? "Remove the arrow" : "Draw the arrow");
		}, [() => Object.keys(V(l).worlds).length < 2]), U("click", v, () => r.become({
			...V(l),
			actual: V(c)
		}, `actual world ${V(c)}`)), U("click", y, () => r.become(xa(V(l), V(c)), `without ${V(c)}`)), hi(x, () => V(f), (e) => N(o, e, !0)), hi(te, () => V(p), (e) => N(s, e, !0)), U("click", ie, _), K(e, t);
	}, ee = (e) => {
		K(e, tl());
	};
	J(x, (e) => {
		V(c) ? e(S) : e(ee, -1);
	});
	var te = L(x, 2), ne = (e) => {
		var t = nl(), n = P(t);
		Z(n);
		var r = L(n, 2);
		E(t), R((e) => r.disabled = e, [() => !V(a).trim()]), H("submit", t, g), Di(n, () => V(a), (e) => N(a, e)), K(e, t);
	};
	J(te, (e) => {
		n() || e(ne);
	}), E(v), R(() => q(b, V(c) ? `World ${V(c)}` : "Worlds")), K(e, v), O();
}
W(["click"]);
// src/lib/bounds.ts
var ol = 30, sl = {
	left: 0,
	top: 0,
	width: 560,
	height: 400
};
function cl(e, t, n) {
	let r = [...e?.worlds ?? [], ...e?.hubs ?? []];
	if (!r.length) return sl;
	let i = e.links.flatMap((e) => e.curve), a = [...r.flatMap((e) => [e.x - e.width / 2, e.x + e.width / 2]), ...i.map(([e]) => e)], o = [...r.flatMap((e) => [-e.y - e.height / 2, -e.y + e.height / 2]), ...i.map(([, e]) => -e)], [s, c] = ll(Math.min(...a) - ol, Math.max(...a) + ol, t), [l, u] = ll(Math.min(...o) - ol, Math.max(...o) + ol, n);
	return {
		left: s,
		top: l,
		width: c,
		height: u
	};
}
function ll(e, t, n) {
	let r = Math.max(t - e, n);
	return [e - (r - (t - e)) / 2, r];
}
// src/lib/curves.ts
function ul([e, t, n, r]) {
	return `M${e} C${t} ${n} ${r}`;
}
function dl(e, t, n = 3.2) {
	let [r, , , i] = e, a = Math.hypot(i[0] - r[0], i[1] - r[1]) || 1, o = [-(i[1] - r[1]) / a, (i[0] - r[0]) / a];
	return Array.from({ length: t }, (r, i) => {
		let a = (i - (t - 1) / 2) * n;
		return e.map(([e, t]) => [e + a * o[0], t + a * o[1]]);
	});
}
function fl([e, t, n, r], i = 8) {
	let a = [
		n,
		t,
		e
	].find((e) => Math.hypot(r[0] - e[0], r[1] - e[1]) > .5) ?? e, o = Math.hypot(r[0] - a[0], r[1] - a[1]) || 1, [s, c] = [(r[0] - a[0]) / o, (r[1] - a[1]) / o], l = [r[0] - i * s, r[1] - i * c], u = i * .38;
	return `${r} ${l[0] - u * c},${l[1] + u * s} ${l[0] + u * c},${l[1] - u * s}`;
}
function pl([e, t, n, r]) {
	return [
		r,
		n,
		t,
		e
	];
}
function ml(e, t) {
	let [n, r] = [hl(e, t), hl(t, e)], i = (e) => [n[0] + e * (r[0] - n[0]), n[1] + e * (r[1] - n[1])];
	return [
		n,
		i(1 / 3),
		i(2 / 3),
		r
	];
}
function hl(e, t) {
	let [n, r] = [t.x - e.x, t.y - e.y], i = Math.hypot(n, r) || 1, a = Math.min(e.width / 2 / Math.abs(n) * i, e.height / 2 / Math.abs(r) * i, Math.max(e.width, e.height) / 2 * 1.2);
	return [e.x + n / i * a, e.y + r / i * a];
}
// src/lib/pointing.svelte.ts
var gl = 4, _l = class {
	session;
	choose;
	#e = /* @__PURE__ */ M("move");
	get tool() {
		return V(this.#e);
	}
	set tool(e) {
		N(this.#e, e, !0);
	}
	#t = /* @__PURE__ */ M(null);
	get dragged() {
		return V(this.#t);
	}
	set dragged(e) {
		N(this.#t, e);
	}
	#n = /* @__PURE__ */ M(null);
	get arrow() {
		return V(this.#n);
	}
	set arrow(e) {
		N(this.#n, e);
	}
	constructor(e, t) {
		this.session = e, this.choose = t;
	}
	get drawing() {
		return this.tool.startsWith("arrow:") ? this.tool.slice(6) : null;
	}
	down([e, t], n) {
		return n ? (this.drawing ? this.arrow = {
			from: n.name,
			x: e,
			y: t
		} : this.dragged = {
			name: n.name,
			x: n.x,
			y: n.y,
			moved: !1
		}, !0) : (this.tool === "world" ? this.create([e, t]) : this.session.selected = null, !1);
	}
	move([e, t]) {
		this.arrow &&= {
			...this.arrow,
			x: e,
			y: t
		};
		let { dragged: n } = this;
		n && (n.moved || Math.hypot(e - n.x, t - n.y) > gl) && (this.dragged = {
			...n,
			x: e,
			y: t,
			moved: !0
		});
	}
	async up(e) {
		let { arrow: t, dragged: n, drawing: r } = this;
		t ? (this.arrow = null, e && r && await this.connect(r, t.from, e.name)) : n && !n.moved ? (this.dragged = null, this.choose(n.name)) : n && (await this.session.place(this.placesWith(n.name, [n.x, n.y])), this.dragged = null);
	}
	async connect(e, t, n) {
		let { session: r } = this, i = r.picture?.frames[e]?.system === "S5" && r.closed;
		await r.become(Da(r.model, e, t, n, i), `${e}: ${t} – ${n}`);
	}
	async create(e) {
		let { session: t } = this, n = ya(t.model);
		await t.become(ba(t.model, n), `new world ${n}`, this.placesWith(n, e)), t.selected = n, this.tool = "move";
	}
	placesWith(e, [t, n]) {
		return {
			...this.session.placesNow() ?? {},
			[e]: [t, -n]
		};
	}
}, vl = /* @__PURE__ */ G("Filled: <!> holds.", 1), yl = /* @__PURE__ */ G("<p class=\"legend small pale svelte-eu87ba\">Double ring: the actual world. <!> <!> <!></p>"), bl = {
	hash: "svelte-eu87ba",
	code: "p.svelte-eu87ba {padding:0 16px 8px;}"
};
function xl(e, t) {
	D(t, !0), X(e, bl);
	let n = Hc(), r = /* @__PURE__ */ A(() => n.checked?.rows[n.part]);
	var i = yl(), a = L(P(i)), o = (e) => {
		var t = vl(), i = L(F(t));
		{
			let e = /* @__PURE__ */ A(() => n.checked.text.slice(V(r).start, V(r).end));
			vo(i, { get text() {
				return V(e);
			} });
		}
		Ee(), K(e, t);
	};
	J(a, (e) => {
		V(r) && e(o);
	});
	var s = L(a, 2);
	Y(s, 16, () => n.picture?.notes ?? [], (e) => e, (e, t) => {
		Ee();
		var n = Ar();
		R((e, t) => q(n, `${e ?? ""}${t ?? ""}.`), [() => t[0].toUpperCase(), () => t.slice(1)]), K(e, n);
	});
	var c = L(s, 2), l = (e) => {
		var t = Ar();
		R((e) => q(t, `Not dimmed: what ${e ?? ""} possible, from ${n.hereText ?? ""}.`), [() => fs(n.eye)]), K(e, t);
	};
	J(c, (e) => {
		n.eye.length && e(l);
	}), E(i), K(e, i), O();
}
// src/parts/picture/dashes.ts
var Sl = {
	solid: void 0,
	dashed: "7 4",
	dotted: "1.5 3.5"
}, Cl = /* @__PURE__ */ Or("<tspan> </tspan>"), wl = /* @__PURE__ */ Or("<text class=\"agents svelte-1gr2eta\"></text>"), Tl = /* @__PURE__ */ Or("<polygon></polygon>"), El = /* @__PURE__ */ Or("<path fill=\"none\"></path><!><!>", 1), Dl = /* @__PURE__ */ Or("<g><!><!></g>"), Ol = /* @__PURE__ */ Or("<rect class=\"hub svelte-1gr2eta\" rx=\"9\"></rect><!>", 1), kl = /* @__PURE__ */ Or("<g class=\"links svelte-1gr2eta\" aria-hidden=\"true\"><!><!></g>"), Al = {
	hash: "svelte-1gr2eta",
	code: ".links.svelte-1gr2eta g:where(.svelte-1gr2eta) {transition:opacity 0.25s;}.faded.svelte-1gr2eta {opacity:0.16;}text.svelte-1gr2eta {font:600 12px var(--sans);text-anchor:middle;dominant-baseline:central;pointer-events:none;paint-order:stroke;stroke:#fff;stroke-width:4;}.hub.svelte-1gr2eta {fill:#fff;stroke:#b9bfca;}"
};
function jl(e, t) {
	D(t, !0), X(e, Al);
	let n = (e, n = d, r = d, i = d) => {
		var a = wl();
		Y(a, 22, n, (e) => e, (e, r, i) => {
			var a = Cl(), o = I(a);
			R(() => {
				Q(a, "fill", t.strokes[r].colour), q(o, `${r ?? ""}${V(i) < n().length - 1 ? ", " : ""}`);
			}), K(e, a);
		}), E(a), R(() => {
			Q(a, "x", r()), Q(a, "y", i());
		}), K(e, a);
	};
	var r = kl(), i = P(r);
	Y(i, 19, () => t.lines, ({ link: e, curve: t, faded: n, moving: r }, i) => `${e.source} ${e.target} ${e.kind} ${e.agents} ${i}`, (e, r) => {
		let i = () => V(r).link, a = () => V(r).curve, o = () => V(r).faded, s = () => V(r).moving;
		var c = Dl();
		let l;
		var u = P(c);
		Y(u, 17, () => dl(a(), i().agents.length), Wr, (e, n, r) => {
			let a = /* @__PURE__ */ A(() => t.strokes[i().agents[r]]);
			var o = El(), s = F(o), c = L(s), l = (e) => {
				var t = Tl();
				R((e) => {
					Q(t, "points", e), Q(t, "fill", V(a).colour);
				}, [() => fl(V(n))]), K(e, t);
			};
			J(c, (e) => {
				i().kind !== "line" && e(l);
			});
			var u = L(c), d = (e) => {
				var t = Tl();
				R((e) => {
					Q(t, "points", e), Q(t, "fill", V(a).colour);
				}, [() => fl(pl(V(n)))]), K(e, t);
			};
			J(u, (e) => {
				i().kind === "both" && e(d);
			}), R((e) => {
				Q(s, "d", e), Q(s, "stroke", V(a).colour), Q(s, "stroke-width", V(a).width), Q(s, "stroke-dasharray", Sl[V(a).style]);
			}, [() => ul(V(n))]), K(e, o);
		});
		var d = L(u), f = (e) => {
			n(e, () => i().agents, () => i().label[0], () => -i().label[1]);
		};
		J(d, (e) => {
			i().label && !s() && e(f);
		}), E(c), R(() => l = ci(c, 0, "svelte-1gr2eta", null, l, { faded: o() })), K(e, c);
	}), Y(L(i), 17, () => t.hubs, Wr, (e, t) => {
		var r = Ol(), i = F(r), a = L(i);
		n(a, () => V(t).agents, () => V(t).x, () => V(t).y), R(() => {
			Q(i, "x", V(t).x - V(t).width / 2), Q(i, "y", V(t).y - V(t).height / 2), Q(i, "width", V(t).width), Q(i, "height", V(t).height);
		}), K(e, r);
	}), E(r), K(e, r), O();
}
// src/parts/picture/NotDrawn.svelte
var Ml = /* @__PURE__ */ G("<button> </button>"), Nl = /* @__PURE__ */ G("<div class=\"notice svelte-x4nr0g\"><div class=\"problem\" role=\"alert\"> </div> <div class=\"row\"><button>Merge bisimilar worlds</button> <button>Keep only reachable worlds</button> <!></div></div>"), Pl = {
	hash: "svelte-x4nr0g",
	code: ".notice.svelte-x4nr0g {position:absolute;inset:60px 24px auto;display:grid;gap:10px;max-width:640px;}"
};
function Fl(e, t) {
	D(t, !0), X(e, Pl);
	let n = Hc(), r = /* @__PURE__ */ A(() => [1, 2].map((e) => [e, `${e} ${e === 1 ? "step" : "steps"}`]));
	var i = Nl(), a = P(i), o = I(a, !0), s = L(a, 2), c = P(s), l = L(c, 2);
	Y(L(l, 2), 17, () => V(r), ([e, t]) => e, (e, t) => {
		var r = /* @__PURE__ */ A(() => m(V(t), 2));
		let i = () => V(r)[0], a = () => V(r)[1];
		var o = Ml(), s = I(o);
		R(() => q(s, `Keep only worlds within ${a() ?? ""}`)), U("click", o, () => n.happen({
			kind: "generated",
			at: n.here,
			depth: i()
		}, `within ${i()} of ${n.hereText}`)), K(e, o);
	}), E(s), E(i), R(() => q(o, t.problem.message)), U("click", c, () => n.happen({ kind: "contract" }, "bisimilar worlds merged")), U("click", l, () => n.happen({
		kind: "generated",
		at: n.here
	}, "reachable worlds")), K(e, i), O();
}
W(["click"]);
// src/parts/Look.svelte
var Il = /* @__PURE__ */ G("<option> </option>"), Ll = /* @__PURE__ */ G("<div class=\"list svelte-1v3k5t7\" role=\"group\" aria-label=\"Look of the picture\"><label>Layout <select></select></label> <label><input type=\"checkbox\"/> Short names</label> <label><input type=\"checkbox\"/> Legend</label></div>"), Rl = /* @__PURE__ */ G("<div class=\"menu svelte-1v3k5t7\"><button>Look</button> <!></div>"), zl = {
	hash: "svelte-1v3k5t7",
	code: ".menu.svelte-1v3k5t7 {position:relative;margin-left:auto;}.list.svelte-1v3k5t7 {position:absolute;right:0;z-index:3;display:grid;gap:8px;margin-top:4px;padding:12px;border:1px solid var(--line);border-radius:10px;background:var(--paper);box-shadow:0 10px 30px rgb(0 0 0 / 15%);white-space:nowrap;}"
};
function Bl(e, t) {
	D(t, !0), X(e, zl);
	let n = Hc(), r = /* @__PURE__ */ M(!1), i;
	function a(e) {
		n.see({
			...n.look,
			...e
		});
	}
	var o = Rl();
	H("click", tn, (e) => N(r, V(r) && e.composedPath().includes(i), !0)), H("keydown", tn, (e) => N(r, V(r) && e.key !== "Escape", !0));
	var s = P(o), c = L(s, 2), l = (e) => {
		var t = Ll(), r = P(t), i = L(P(r));
		Y(i, 21, () => aa, ([e, t]) => t, (e, t) => {
			var n = /* @__PURE__ */ A(() => m(V(t), 2));
			let r = () => V(n)[0], i = () => V(n)[1];
			var a = Il(), o = I(a, !0), s = {};
			R(() => {
				q(o, i()), s !== (s = r()) && (a.value = (a.__value = s) ?? "");
			}), K(e, a);
		}), E(i);
		var o;
		mi(i), E(r);
		var s = L(r, 2), c = P(s);
		Z(c), Ee(), E(s);
		var l = L(s, 2), u = P(l);
		Z(u), Ee(), E(l), E(t), R(() => {
			o !== (o = n.look.layout) && (i.value = (i.__value = o) ?? "", pi(i, o)), Ci(c, n.look.compact), Ci(u, n.look.legend);
		}), U("change", i, (e) => a({ layout: aa[e.currentTarget.selectedIndex][0] })), U("change", c, () => a({ compact: !n.look.compact })), U("change", u, () => a({ legend: !n.look.legend })), K(e, t);
	};
	J(c, (e) => {
		V(r) && e(l);
	}), E(o), Li(o, (e) => i = e, () => i), R(() => Q(s, "aria-expanded", V(r))), U("click", s, () => N(r, !V(r))), K(e, o), O();
}
W(["click", "change"]);
// src/parts/picture/Tools.svelte
var Vl = /* @__PURE__ */ Or("<svg aria-hidden=\"true\" class=\"svelte-j3dzru\"><line x1=\"0\" y1=\"5\" x2=\"18\" y2=\"5\" stroke-width=\"2.5\"></line></svg>"), Hl = /* @__PURE__ */ G("<button class=\"svelte-j3dzru\"><!> </button>"), Ul = /* @__PURE__ */ G("<div class=\"tools svelte-j3dzru\" role=\"toolbar\" aria-label=\"Edit the picture\"><button title=\"Escape\" class=\"svelte-j3dzru\">Move</button> <button title=\"n, then click where it goes\" class=\"svelte-j3dzru\">New world</button> <!> <!></div>"), Wl = {
	hash: "svelte-j3dzru",
	code: ".tools.svelte-j3dzru {display:flex;flex-wrap:wrap;gap:6px;padding:10px 16px 0;}button.svelte-j3dzru {display:inline-flex;align-items:center;gap:7px;}svg.svelte-j3dzru {width:18px;height:10px;}"
};
function Gl(e, t) {
	D(t, !0), X(e, Wl);
	let n = Vi(t, "pointing", 7), r = Hc(), i = /* @__PURE__ */ A(() => ma(r.model));
	function a(e) {
		if (e.target instanceof HTMLElement && e.target.matches("input, textarea, select") || e.ctrlKey || e.metaKey || e.altKey || r !== $ && !t.hasFocus()) return;
		let a = Number(e.key);
		e.key === "Escape" ? n().tool = "move" : e.key === "n" ? n().tool = "world" : a >= 1 && a <= V(i).length && (n().tool = `arrow:${V(i)[a - 1]}`);
	}
	var o = Ul();
	H("keydown", tn, a);
	var s = P(o), c = L(s, 2), l = L(c, 2);
	Y(l, 18, () => V(i), (e) => e, (e, t, i) => {
		let a = /* @__PURE__ */ A(() => r.picture?.strokes[t]);
		var o = Hl(), s = P(o), c = (e) => {
			var t = Vl(), n = I(t);
			R(() => {
				Q(n, "stroke", V(a).colour), Q(n, "stroke-dasharray", Sl[V(a).style]);
			}), K(e, t);
		};
		J(s, (e) => {
			V(a) && e(c);
		});
		var l = L(s);
		E(o), R(() => {
			Q(o, "aria-pressed", n().drawing === t), Q(o, "title", `${V(i) + 1}, then drag from world to world`), q(l, ` ${t ?? ""}`);
		}), U("click", o, () => n().tool = `arrow:${t}`), K(e, o);
	}), Bl(L(l, 2), {}), E(o), R(() => {
		Q(s, "aria-pressed", n().tool === "move"), Q(c, "aria-pressed", n().tool === "world");
	}), U("click", s, () => n().tool = "move"), U("click", c, () => n().tool = "world"), K(e, o), O();
}
W(["click"]);
// src/parts/picture/World.svelte
var Kl = /* @__PURE__ */ Or("<rect class=\"ring svelte-113b65z\"></rect>"), ql = /* @__PURE__ */ Or("<text> </text>"), Jl = /* @__PURE__ */ Or("<g><!><rect class=\"body svelte-113b65z\"></rect><!><title> </title></g>"), Yl = {
	hash: "svelte-113b65z",
	code: ".world.svelte-113b65z {transition:transform 0.35s ease,\n      opacity 0.25s;}.world[role=\"button\"].svelte-113b65z {cursor:pointer;}.world.still.svelte-113b65z {transition:none;}.world.svelte-113b65z:focus-visible {outline:none;}.world.svelte-113b65z:focus-visible .body:where(.svelte-113b65z) {stroke:#2f7de1;stroke-width:4;}.body.svelte-113b65z {fill:#fff;stroke:var(--ink);stroke-width:1.4;transition:fill 0.15s;}.ring.svelte-113b65z {fill:none;stroke:var(--ink);stroke-width:1.2;}.filled.svelte-113b65z .body:where(.svelte-113b65z) {fill:var(--true);}.selected.svelte-113b65z .body:where(.svelte-113b65z) {stroke:var(--accent);stroke-width:3;}.lit.svelte-113b65z .body:where(.svelte-113b65z) {stroke:var(--bad);stroke-width:3.5;}.faded.svelte-113b65z {opacity:0.16;}text.svelte-113b65z {font:12px var(--sans);fill:var(--ink);text-anchor:middle;dominant-baseline:central;pointer-events:none;}text.name.svelte-113b65z {font-weight:600;font-size:13px;}text.remark.svelte-113b65z {fill:var(--pale);font-size:11px;}"
};
function Xl(e, t) {
	D(t, !0), X(e, Yl);
	let n = /* @__PURE__ */ A(() => [
		...t.spot.title,
		...t.spot.atoms,
		...t.spot.remarks
	]);
	function r(e) {
		(e.key === "Enter" || e.key === " ") && (e.preventDefault(), t.choose?.());
	}
	var i = Jl();
	let a;
	var o = P(i), s = (e) => {
		var n = Kl();
		R(() => {
			Q(n, "x", -t.spot.width / 2 - 4), Q(n, "y", -t.spot.height / 2 - 4), Q(n, "width", t.spot.width + 8), Q(n, "height", t.spot.height + 8), Q(n, "rx", t.spot.radius + 4);
		}), K(e, n);
	};
	J(o, (e) => {
		t.actual && e(s);
	});
	var c = L(o), l = L(c);
	Y(l, 17, () => V(n), Wr, (e, r, i) => {
		var a = ql();
		let o;
		var s = I(a, !0);
		R(() => {
			Q(a, "y", (i - (V(n).length - 1) / 2) * 15), o = ci(a, 0, "svelte-113b65z", null, o, {
				name: i < t.spot.title.length,
				remark: i >= t.spot.title.length + t.spot.atoms.length
			}), q(s, V(r));
		}), K(e, a);
	});
	var u = I(L(l), !0);
	E(i), R(() => {
		a = ci(i, 0, "world svelte-113b65z", null, a, {
			filled: t.filled,
			faded: t.faded,
			lit: t.lit,
			selected: t.selected,
			still: t.still
		}), Q(i, "transform", `translate(${t.spot.x ?? ""} ${t.spot.y ?? ""})`), Q(i, "role", t.choose ? "button" : "img"), Q(i, "tabindex", t.choose ? 0 : void 0), Q(i, "aria-label", t.label), Q(i, "aria-pressed", t.pressed), Q(c, "x", -t.spot.width / 2), Q(c, "y", -t.spot.height / 2), Q(c, "width", t.spot.width), Q(c, "height", t.spot.height), Q(c, "rx", t.spot.radius), q(u, t.spot.said);
	}), U("keydown", i, r), K(e, i), O();
}
W(["keydown"]);
// src/parts/Picture.svelte
var Zl = /* @__PURE__ */ Or("<line class=\"draft svelte-baybvi\"></line>"), Ql = /* @__PURE__ */ G("<div><!> <!> <svg role=\"group\"><!><!><!></svg> <!></div>"), $l = {
	hash: "svelte-baybvi",
	code: ".frame.svelte-baybvi {position:relative;display:grid;grid-template-rows:auto minmax(0, 1fr) auto;min-height:0;background:var(--paper);}.plain.svelte-baybvi {grid-template-rows:minmax(0, 1fr);overflow-x:auto;}.frame.svelte-baybvi > svg:where(.svelte-baybvi) {grid-row:2;}.frame.svelte-baybvi > .legend {grid-row:3;}.plain.svelte-baybvi > svg:where(.svelte-baybvi) {grid-row:1;}svg.svelte-baybvi {width:100%;height:100%;min-height:0;touch-action:none;user-select:none;}.plain.svelte-baybvi svg:where(.svelte-baybvi) {max-height:320px;touch-action:auto;}svg.drawing.svelte-baybvi {cursor:crosshair;}.draft.svelte-baybvi {stroke-width:2.5;stroke-dasharray:4 4;}"
};
function eu(e, t) {
	D(t, !0), X(e, $l);
	let n = Vi(t, "plain", 3, !1), r = Vi(t, "picks", 3, null), i = Hc(), a = new _l(i, ae), o, s, c = /* @__PURE__ */ M(560), l = /* @__PURE__ */ A(() => n() ? [Math.min(400, V(c)), 120] : [Math.min(560, V(c)), Math.min(400, V(c))]), u = /* @__PURE__ */ A(() => i.picture), d = /* @__PURE__ */ A(() => a.dragged), f = /* @__PURE__ */ A(() => (V(u)?.worlds ?? []).map((e) => V(d)?.name === e.name ? {
		...e,
		x: V(d).x,
		y: V(d).y
	} : {
		...e,
		y: -e.y
	})), p = /* @__PURE__ */ A(() => (V(u)?.hubs ?? []).map((e) => ({
		...e,
		y: -e.y
	}))), m = /* @__PURE__ */ A(() => r() ?? t.filled), h = /* @__PURE__ */ A(() => new Set(V(m) ? V(m).map((e) => V(f).findIndex((t) => t.name === e)) : i.checked?.rows[i.part]?.worlds ?? [])), g = /* @__PURE__ */ A(() => V(u)?.worlds.findIndex((e) => e.name === i.here) ?? -1), _ = /* @__PURE__ */ A(() => i.eye.length && V(u) && V(g) >= 0 ? ds(V(g), i.eye, V(u).sees) : null), v = /* @__PURE__ */ A(() => (V(u)?.links ?? []).map((e) => ({
		link: e,
		curve: te(e),
		faded: ee(e),
		moving: S(e)
	}))), y = /* @__PURE__ */ A(() => cl(V(u), ...V(l))), b = /* @__PURE__ */ A(() => n() ? .55 * V(y).width : 0), x = /* @__PURE__ */ A(() => a.arrow && V(f).find((e) => e.name === a.arrow.from));
	function S({ source: e, target: t }) {
		return V(d) !== null && [e, t].some((e) => V(f)[e]?.name === V(d).name);
	}
	function ee({ source: e, target: t }) {
		return V(_) !== null && !(V(_).has(e) && (V(_).has(t) || t >= V(f).length));
	}
	function te(e) {
		if (!S(e)) return e.curve.map(([e, t]) => [e, -t]);
		let t = [e.source, e.target].map((e) => V(f)[e] ?? V(p)[e - V(f).length]);
		if (e.kind !== "loop") return ml(...t);
		let n = V(u).worlds[e.source];
		return e.curve.map(([e, t]) => [e - n.x + V(d).x, -t + n.y + V(d).y]);
	}
	function ne(e) {
		let t = new DOMPoint(e.clientX, e.clientY).matrixTransform(s.getScreenCTM().inverse());
		return [t.x, t.y];
	}
	function re([e, t]) {
		return V(f).find((n) => Math.abs(n.x - e) <= n.width / 2 + 6 && Math.abs(n.y - t) <= n.height / 2 + 6);
	}
	function ie(e) {
		e.button === 0 && a.down(ne(e), re(ne(e))) && s.setPointerCapture(e.pointerId);
	}
	function ae(e) {
		t.pick ? t.pick(e) : n() || (i.selected = i.selected === e ? null : e);
	}
	function oe(e) {
		return r() ? r().includes(e) : i.selected === e;
	}
	function se(e, t) {
		let n = i.model.actual === e.name ? ", the actual world" : "", r = V(m) ? V(h).has(t) ? ", marked" : ", not marked" : i.checked ? `, the formula is ${V(h).has(t)}` : "";
		return `World ${e.name}${n}: ${e.atoms.join(", ")}${r}`;
	}
	var ce = Ql();
	let le;
	var ue = P(ce), de = (e) => {
		Gl(e, {
			get pointing() {
				return a;
			},
			hasFocus: () => o.contains(document.activeElement)
		});
	};
	J(ue, (e) => {
		n() || e(de);
	});
	var fe = L(ue, 2), pe = (e) => {
		Fl(e, { get problem() {
			return i.drawing;
		} });
	};
	J(fe, (e) => {
		i.drawing && e(pe);
	});
	var me = L(fe, 2);
	let he, ge;
	var _e = P(me);
	{
		let e = /* @__PURE__ */ A(() => V(u)?.strokes ?? {});
		jl(_e, {
			get lines() {
				return V(v);
			},
			get hubs() {
				return V(p);
			},
			get strokes() {
				return V(e);
			}
		});
	}
	var C = L(_e);
	Y(C, 19, () => V(f), (e) => e.name, (e, a, o) => {
		{
			let s = /* @__PURE__ */ A(() => se(V(a), V(o))), c = /* @__PURE__ */ A(() => i.model.actual === V(a).name), l = /* @__PURE__ */ A(() => V(h).has(V(o))), u = /* @__PURE__ */ A(() => V(_) !== null && !V(_).has(V(o)) && V(o) !== V(g)), f = /* @__PURE__ */ A(() => i.lit.includes(V(a).name)), p = /* @__PURE__ */ A(() => oe(V(a).name)), m = /* @__PURE__ */ A(() => V(d)?.name === V(a).name), v = /* @__PURE__ */ A(() => r() || !n() ? oe(V(a).name) : void 0), y = /* @__PURE__ */ A(() => n() && !t.pick ? null : () => ae(V(a).name));
			Xl(e, {
				get spot() {
					return V(a);
				},
				get label() {
					return V(s);
				},
				get actual() {
					return V(c);
				},
				get filled() {
					return V(l);
				},
				get faded() {
					return V(u);
				},
				get lit() {
					return V(f);
				},
				get selected() {
					return V(p);
				},
				get still() {
					return V(m);
				},
				get pressed() {
					return V(v);
				},
				get choose() {
					return V(y);
				}
			});
		}
	});
	var ve = L(C), ye = (e) => {
		var t = Zl();
		R(() => {
			Q(t, "x1", V(x).x), Q(t, "y1", V(x).y), Q(t, "x2", a.arrow.x), Q(t, "y2", a.arrow.y), Q(t, "stroke", V(u)?.strokes[a.drawing]?.colour);
		}), K(e, t);
	};
	J(ve, (e) => {
		V(x) && e(ye);
	}), E(me), Li(me, (e) => s = e, () => s);
	var be = L(me, 2), xe = (e) => {
		xl(e, {});
	};
	J(be, (e) => {
		!n() && V(u) && i.look.legend && e(xe);
	}), E(ce), Li(ce, (e) => o = e, () => o), R(() => {
		le = ci(ce, 1, "frame svelte-baybvi", null, le, { plain: n() }), Q(ce, "tabindex", V(b) > V(c) ? 0 : void 0), Q(ce, "role", V(b) > V(c) ? "group" : void 0), Q(ce, "aria-label", V(b) > V(c) ? "A wide picture, to be scrolled" : void 0), Q(me, "viewBox", `${V(y).left ?? ""} ${V(y).top ?? ""} ${V(y).width ?? ""} ${V(y).height ?? ""}`), Q(me, "aria-label", `Picture of the model: ${V(f).length ?? ""} worlds`), he = ci(me, 0, "svelte-baybvi", null, he, { drawing: a.tool !== "move" }), ge = ui(me, "", ge, { "min-width": V(b) ? `${V(b)}px` : void 0 });
	}), U("pointerdown", me, ie), U("pointermove", me, (e) => a.move(ne(e))), U("pointerup", me, (e) => void a.up(re(ne(e)))), Fi(ce, "clientWidth", (e) => N(c, e)), K(e, ce), O();
}
W([
	"pointerdown",
	"pointermove",
	"pointerup"
]);
// src/parts/States.svelte
var tu = /* @__PURE__ */ G("<tr><th scope=\"row\" class=\"svelte-1binrh6\"> </th><td class=\"svelte-1binrh6\"> </td></tr>"), nu = /* @__PURE__ */ G("<div class=\"row\"><button>Make it the actual state</button></div>"), ru = /* @__PURE__ */ G("<h3 class=\"svelte-1binrh6\"> </h3> <p class=\"small\"> </p> <!>", 1), iu = /* @__PURE__ */ G("<li class=\"svelte-1binrh6\"><span class=\"small\"> </span> <button class=\"small svelte-1binrh6\">Look around it</button></li>"), au = /* @__PURE__ */ G("<table class=\"svelte-1binrh6\"><tbody></tbody></table> <!> <h3 class=\"svelte-1binrh6\">States drawn by chance</h3> <ul class=\"svelte-1binrh6\"></ul> <div class=\"row\"><button>Other states</button></div>", 1), ou = /* @__PURE__ */ G("<p class=\"pale\" role=\"status\">The model is being read …</p>"), su = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"states-title\"><h2 id=\"states-title\">States</h2> <p class=\"small pale\">This model has too many states to list. It is evaluated by decision diagrams.</p> <!></section>"), cu = {
	hash: "svelte-1binrh6",
	code: "table.svelte-1binrh6 {border-collapse:collapse;font-size:13px;}th.svelte-1binrh6,\n  td.svelte-1binrh6 {padding:4px 10px 4px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere;}th.svelte-1binrh6 {width:7em;font-weight:600;}h3.svelte-1binrh6 {margin:0;font-size:14px;}ul.svelte-1binrh6 {display:grid;gap:8px;margin:0;padding:0;list-style:none;}li.svelte-1binrh6 {display:flex;align-items:center;justify-content:space-between;gap:8px;overflow-wrap:anywhere;}li.svelte-1binrh6 button:where(.svelte-1binrh6) {flex:none;}"
};
function lu(e, t) {
	D(t, !0), X(e, cu);
	let n = /* @__PURE__ */ A(() => $.overview);
	function r(e) {
		let t = e.length > 12 ? `, and ${e.length - 12} more` : "";
		return e.length ? e.slice(0, 12).join(", ") + t : "no atom is true";
	}
	var i = su(), a = L(P(i), 4), o = (e) => {
		var t = au(), i = F(t), a = P(i);
		Y(a, 21, () => V(n).facts, Wr, (e, t) => {
			var n = /* @__PURE__ */ A(() => m(V(t), 2));
			let r = () => V(n)[0], i = () => V(n)[1];
			var a = tu(), o = P(a), s = I(o, !0), c = I(L(o), !0);
			E(a), R(() => {
				q(s, r()), q(c, i());
			}), K(e, a);
		}), E(a), E(i);
		var o = L(i, 2), s = (e) => {
			var t = ru(), i = F(t), a = I(i), o = L(i, 2), s = I(o, !0), c = L(o, 2), l = (e) => {
				var t = nu();
				U("click", I(t), () => $.happen({
					kind: "actual",
					at: V(n).around.at
				}, "another actual state")), K(e, t);
			};
			J(c, (e) => {
				($.state || !$.file.actual) && e(l);
			}), R((e) => {
				q(a, `True at ${$.hereText ?? ""}`), q(s, e);
			}, [() => r(V(n).around.at)]), K(e, t);
		};
		J(o, (e) => {
			V(n).around && e(s);
		});
		var c = L(o, 4);
		Y(c, 21, () => V(n).samples, Wr, (e, t, n) => {
			var i = iu(), a = P(i), o = I(a, !0), s = L(a, 2);
			Q(s, "aria-label", `Look around state ${n + 1}`), E(i), R((e) => q(o, e), [() => r(V(t))]), U("click", s, () => $.visit(V(t))), K(e, i);
		}), E(c), U("click", I(L(c, 2)), () => $.visit($.state, !0)), K(e, t);
	}, s = (e) => {
		K(e, ou());
	};
	J(a, (e) => {
		V(n) ? e(o) : e(s, -1);
	}), E(i), K(e, i), O();
}
W(["click"]);
// src/parts/StoryOptions.svelte
var uu = /* @__PURE__ */ G("<option> </option>"), du = /* @__PURE__ */ G("models <select></select>", 1), fu = /* @__PURE__ */ G(" <input type=\"text\" placeholder=\"usual\" spellcheck=\"false\" autocomplete=\"off\" class=\"svelte-81jmy9\"/>", 1), pu = /* @__PURE__ */ G("<label class=\"small svelte-81jmy9\"><!></label>"), mu = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), hu = /* @__PURE__ */ G("<details><summary class=\"small\">Options</summary> <form class=\"svelte-81jmy9\"><!> <button>Tell it with these</button></form> <!></details>"), gu = {
	hash: "svelte-81jmy9",
	code: "form.svelte-81jmy9 {display:flex;flex-wrap:wrap;align-items:end;gap:8px;padding:8px 0;}label.svelte-81jmy9 {display:grid;gap:2px;}input.svelte-81jmy9 {max-width:120px;}"
};
function _u(e, t) {
	D(t, !0), X(e, gu);
	let n = {
		auto: "as they fit",
		explicit: "listed worlds",
		symbolic: "decision diagrams"
	}, r = Qt({
		...t.story.options,
		...t.story.given
	}), i = /* @__PURE__ */ M(null);
	async function a(e) {
		e.preventDefault(), N(i, null);
		let n = Object.fromEntries(Object.entries(r).filter(([e, n]) => n !== t.story.options[e]));
		try {
			await $.begin(await Ka(t.story.name, n));
		} catch (e) {
			N(i, ra(e));
		}
	}
	var o = hu(), s = L(P(o), 2);
	Y(P(s), 16, () => Object.keys(t.story.options), (e) => e, (e, t) => {
		var i = pu(), a = P(i), o = (e) => {
			var i = du(), a = L(F(i));
			Y(a, 21, () => Object.entries(n), ([e, t]) => e, (e, t) => {
				var n = /* @__PURE__ */ A(() => m(V(t), 2));
				let r = () => V(n)[0], i = () => V(n)[1];
				var a = uu(), o = I(a, !0), s = {};
				R(() => {
					q(o, i()), s !== (s = r()) && (a.value = (a.__value = s) ?? "");
				}), K(e, a);
			}), E(a), mi(a), hi(a, () => r[t], (e) => r[t] = e), K(e, i);
		}, s = (e) => {
			var n = fu(), i = F(n), a = L(i);
			Z(a), R((e) => q(i, `${e ?? ""} `), [() => t.replaceAll("_", " ")]), Di(a, () => r[t], (e) => r[t] = e), K(e, n);
		};
		J(a, (e) => {
			t === "engine" ? e(o) : e(s, -1);
		}), E(i), K(e, i);
	}), Ee(2), E(s);
	var c = L(s, 2), l = (e) => {
		var t = mu(), n = I(t, !0);
		R(() => q(n, V(i).message)), K(e, t);
	};
	J(c, (e) => {
		V(i) && e(l);
	}), E(o), R((e) => o.open = e, [() => Object.keys(t.story.given).length > 0]), H("submit", s, a), K(e, o), O();
}
// src/parts/StoryCard.svelte
var vu = /* @__PURE__ */ G("<span class=\"said svelte-198vmsd\"><!></span>"), yu = /* @__PURE__ */ G("<li><button class=\"quiet svelte-198vmsd\"> <span class=\"pale\"> </span> <!></button></li>"), bu = /* @__PURE__ */ G("<p><b>Answer:</b> </p>"), xu = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"story-title\"><h2 id=\"story-title\"> </h2> <details><summary class=\"small\">The puzzle</summary> <p class=\"small\"> </p> <p class=\"small pale\"> </p></details> <!> <ol class=\"svelte-198vmsd\"></ol> <div class=\"row\"><button>Back</button> <button class=\"primary\">Next step</button></div> <!></section>"), Su = {
	hash: "svelte-198vmsd",
	code: "ol.svelte-198vmsd {max-height:264px;margin:0;padding-left:22px;overflow:auto;}\n\n  @media (max-width: 900px) {ol.svelte-198vmsd {max-height:none;}\n  }button.quiet.svelte-198vmsd {width:100%;vertical-align:top;text-align:left;font-size:14px;}.said.svelte-198vmsd {display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;line-clamp:2;color:var(--accent);overflow:hidden;overflow-wrap:anywhere;}[aria-current].svelte-198vmsd {background:var(--accent-soft);}"
};
function Cu(e, t) {
	D(t, !0), X(e, Su);
	let n = /* @__PURE__ */ M(Qt(Ja(t.story)));
	async function r(e) {
		N(n, e, !0);
		let { sentence: r, formula: i, kind: a } = t.story.steps[e];
		i && a === "holds" && await $.type(i);
		try {
			let n = await qa(t.story, e);
			n && JSON.stringify(n) !== JSON.stringify($.file) && await $.become(n, r);
		} catch (e) {
			$.refused = ra(e) ?? $.refused;
		}
	}
	var i = xu(), a = P(i), o = I(a, !0), s = L(a, 2), c = L(P(s), 2), l = I(c, !0), u = I(L(c, 2));
	E(s);
	var d = L(s, 2), f = (e) => {
		_u(e, { get story() {
			return t.story;
		} });
	}, p = /* @__PURE__ */ A(() => Object.keys(t.story.options).length);
	J(d, (e) => {
		V(p) && e(f);
	});
	var m = L(d, 2);
	Y(m, 21, () => t.story.steps, Wr, (e, t, i) => {
		var a = yu(), o = P(a), s = P(o), c = L(s), l = I(c, !0), u = L(c, 2), d = (e) => {
			var n = vu();
			vo(P(n), { get text() {
				return V(t).formula;
			} }), E(n), K(e, n);
		};
		J(u, (e) => {
			V(t).formula && e(d);
		}), E(o), E(a), R(() => {
			Q(o, "aria-current", i === V(n) ? "step" : void 0), q(s, `${V(t).sentence ?? ""} `), q(l, V(t).worlds);
		}), U("click", o, () => r(i)), K(e, a);
	}), E(m);
	var h = L(m, 2), g = P(h), _ = L(g, 2);
	E(h);
	var v = L(h, 2), y = (e) => {
		var n = bu(), r = L(P(n));
		E(n), R(() => q(r, ` ${t.story.conclusion ?? ""}`)), K(e, n);
	};
	J(v, (e) => {
		V(n) === t.story.steps.length - 1 && e(y);
	}), E(i), R(() => {
		q(o, t.story.title), q(l, t.story.statement), q(u, `Source: ${t.story.source ?? ""}`), g.disabled = V(n) <= 0, _.disabled = V(n) === t.story.steps.length - 1;
	}), U("click", g, () => r(V(n) - 1)), U("click", _, () => r(V(n) + 1)), K(e, i), O();
}
W(["click"]);
// src/parts/Symbolic.svelte
var wu = /* @__PURE__ */ G("<div class=\"problem svelte-1wv72cw\" role=\"alert\"> </div>"), Tu = /* @__PURE__ */ G("<!> <p class=\"small pale svelte-1wv72cw\">Worlds are named by what is different there. Click one to look around it. <!> <!> <!></p>", 1), Eu = /* @__PURE__ */ G("<div class=\"around svelte-1wv72cw\"><div class=\"tools svelte-1wv72cw\"><span class=\"what svelte-1wv72cw\"> </span> <button>Actual state</button> <button>Open as a model</button></div> <!> <!></div>"), Du = {
	hash: "svelte-1wv72cw",
	code: ".around.svelte-1wv72cw {display:grid;grid-template-rows:auto minmax(0, 1fr) auto;min-height:0;background:var(--paper);}.around.svelte-1wv72cw > .frame > svg {max-height:none;}.tools.svelte-1wv72cw {display:flex;flex-wrap:wrap;align-items:center;gap:6px;padding:10px 16px 0;}.what.svelte-1wv72cw {flex:1;font-weight:600;}\n\n  @media (max-width: 900px) {.what.svelte-1wv72cw {flex-basis:100%;}\n  }.problem.svelte-1wv72cw {margin:12px 16px;}p.svelte-1wv72cw {padding:0 16px 8px;}"
};
function Ou(e, t) {
	D(t, !0), X(e, Du);
	let n = Vc(new ro(ca)), r = /* @__PURE__ */ A(() => $.overview?.around ?? null), i = /* @__PURE__ */ A(() => Object.keys(V(r)?.model.worlds ?? {})), a = /* @__PURE__ */ A(() => ($.checked?.rows[$.part]?.worlds ?? []).map((e) => V(i)[e]));
	xn(() => {
		V(r) && pr(() => void n.show(o(V(r)), ""));
	}), xn(() => {
		n.lit = V(i).filter((e, t) => $.lit.includes(V(r).keys[t])), n.eye = $.eye;
	});
	function o({ model: e }) {
		return {
			...e,
			atoms: [],
			worlds: Object.fromEntries(Object.keys(e.worlds).map((e) => [e, []]))
		};
	}
	function s(e) {
		$.visit(V(r).states[V(i).indexOf(e)]);
	}
	var c = Eu(), l = P(c), u = P(l), d = I(u), f = L(u, 2), p = L(f, 2);
	E(l);
	var m = L(l, 2), h = (e) => {
		var t = wu(), n = I(t, !0);
		R(() => q(n, $.drawing.full ?? $.drawing.message)), K(e, t);
	};
	J(m, (e) => {
		$.drawing && e(h);
	});
	var g = L(m, 2), _ = (e) => {
		var t = Tu(), n = F(t);
		eu(n, {
			plain: !0,
			get filled() {
				return V(a);
			},
			pick: s
		});
		var i = L(n, 2), o = L(P(i)), c = (e) => {
			var t = Ar();
			R((e) => q(t, `Not drawn: ${e ?? ""}.`), [() => V(r).left.join(", ")]), K(e, t);
		};
		J(o, (e) => {
			V(r).left.length && e(c);
		});
		var l = L(o, 2), u = (e) => {
			K(e, Ar("Filled: the formula holds there."));
		};
		J(l, (e) => {
			$.checked && e(u);
		});
		var d = L(l, 2), f = (e) => {
			var t = Ar();
			R((e) => q(t, `Not dimmed: what ${e ?? ""} possible.`), [() => fs($.eye)]), K(e, t);
		};
		J(d, (e) => {
			$.eye.length && e(f);
		}), E(i), K(e, t);
	};
	J(g, (e) => {
		V(r) && e(_);
	}), E(c), R(() => {
		q(d, `Around ${$.hereText ?? ""}`), f.disabled = !$.state, p.disabled = !V(r);
	}), U("click", f, () => $.visit(null)), U("click", p, () => $.become(V(r).model, `around ${$.hereText}`)), K(e, c), O();
}
W(["click"]);
// src/parts/SymbolicEdit.svelte
var ku = /* @__PURE__ */ G("<button class=\"small\"> </button>"), Au = /* @__PURE__ */ G("<div class=\"row atoms svelte-o4nn7o\" role=\"group\"></div>"), ju = /* @__PURE__ */ G("<p class=\"small pale\"> </p>"), Mu = /* @__PURE__ */ G("<details><summary><b> </b> <span class=\"small pale\"> </span></summary> <!> <!> <!> <button class=\"quiet small\"> </button></details>"), Nu = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"observers-title\"><h2 id=\"observers-title\">Agents</h2> <!> <form class=\"row svelte-o4nn7o\"><input type=\"text\" placeholder=\"name\" aria-label=\"Name of a new agent\" class=\"svelte-o4nn7o\"/> <button>Add agent</button></form> <!></section> <section class=\"card\" aria-labelledby=\"law-title\"><h2 id=\"law-title\">Law and atoms</h2> <form class=\"row svelte-o4nn7o\"><input type=\"text\" class=\"wide svelte-o4nn7o\" placeholder=\"p | q\" aria-label=\"Condition to add to the law\" spellcheck=\"false\" autocomplete=\"off\"/> <button>Add to the law</button></form> <form class=\"row svelte-o4nn7o\"><input type=\"text\" placeholder=\"new atom\" aria-label=\"Name of a new atom\" spellcheck=\"false\" autocomplete=\"off\" class=\"svelte-o4nn7o\"/> <span class=\"small\">is true where</span> <input type=\"text\" class=\"wide svelte-o4nn7o\" placeholder=\"p &amp; q\" aria-label=\"Where the new atom is true\" spellcheck=\"false\" autocomplete=\"off\"/> <button>Add atom</button></form> <p class=\"small pale\">Only the states that satisfy the law are in the diagrams: a weaker law, or an atom that no formula defines, makes another model (<i>Library, From observations</i>).</p></section>", 1), Pu = {
	hash: "svelte-o4nn7o",
	code: ".atoms.svelte-o4nn7o {max-height:168px;padding:4px 2px;overflow-y:auto;}form.svelte-o4nn7o input:where(.svelte-o4nn7o) {width:120px;}form.svelte-o4nn7o input.wide:where(.svelte-o4nn7o) {flex:1;min-width:140px;}"
};
function Fu(e, t) {
	D(t, !0), X(e, Pu);
	let n = /* @__PURE__ */ M(""), r = /* @__PURE__ */ M(""), i = /* @__PURE__ */ M(""), a = /* @__PURE__ */ M(""), o = /* @__PURE__ */ A(() => da($.file) ? $.file : null), s = /* @__PURE__ */ A(() => V(o) ? Io(V(o)) : []);
	function c(e, t) {
		e.preventDefault(), t();
	}
	function l() {
		let e = V(n).trim();
		!V(o) || !/^\w+$/.test(e) || e in V(o).observes || (N(n, ""), $.become(Bo(V(o), e), `new agent ${e}`));
	}
	async function u() {
		await $.happen({
			kind: "law",
			formula: V(r)
		}, `law: ${V(r)}`) && N(r, "");
	}
	async function d() {
		await $.happen({
			kind: "define",
			atom: V(i).trim(),
			formula: V(a)
		}, `new atom ${V(i).trim()}`) && ((e) => {
			var t = m(e, 2);
			N(i, t[0], !0), N(a, t[1], !0);
		})(["", ""]);
	}
	var f = jr(), p = F(f), h = (e) => {
		var t = Nu(), f = F(t), p = L(P(f), 2);
		Y(p, 16, () => ma(V(o)), (e) => e, (e, t) => {
			var n = Mu(), r = P(n), i = P(r), a = I(i, !0), c = I(L(i, 2));
			E(r);
			var l = L(r, 2), u = (e) => {
				var n = Au();
				Y(n, 20, () => V(s).slice(0, 200), (e) => e, (e, n) => {
					var r = ku(), i = I(r, !0);
					R((e) => {
						Q(r, "aria-pressed", e), q(i, n);
					}, [() => Ro(V(o), t).includes(n)]), U("click", r, () => $.become(zo(V(o), t, n), `${t}: ${n}`)), K(e, r);
				}), E(n), R(() => Q(n, "aria-label", `Atoms that ${t ?? ""} sees`)), K(e, n);
			};
			J(l, (e) => {
				V(s).length && e(u);
			});
			var d = L(l, 2), f = (e) => {
				var t = ju(), n = I(t);
				R(() => q(n, `The first 200 of ${V(s).length ?? ""} atoms.`)), K(e, t);
			};
			J(d, (e) => {
				V(s).length > 200 && e(f);
			});
			var p = L(d, 2), m = (e) => {
				var n = ju(), r = I(n);
				R(() => q(r, `Besides, ${t ?? ""} observes values, events or conditions, which stay as they are.`)), K(e, n);
			}, h = /* @__PURE__ */ A(() => Lo(V(o), t));
			J(p, (e) => {
				V(h) && e(m);
			});
			var g = L(p, 2), _ = I(g);
			E(n), R((e) => {
				q(a, t), q(c, `sees ${e ?? ""} of ${V(o).bits.length ?? ""} bits`), q(_, `Remove agent ${t ?? ""}`);
			}, [() => Ro(V(o), t).length]), U("click", g, () => $.become(Vo(V(o), t), `without ${t}`)), K(e, n);
		});
		var m = L(p, 2), h = P(m);
		Z(h);
		var g = L(h, 2);
		E(m), ys(L(m, 2), {}), E(f);
		var _ = L(f, 2), v = L(P(_), 2), y = P(v);
		Z(y);
		var b = L(y, 2);
		E(v);
		var x = L(v, 2), S = P(x);
		Z(S);
		var ee = L(S, 4);
		Z(ee);
		var te = L(ee, 2);
		E(x), Ee(2), E(_), R((e, t, n) => {
			g.disabled = e, b.disabled = t, te.disabled = n;
		}, [
			() => !/^\w+$/.test(V(n).trim()),
			() => !V(r).trim(),
			() => !V(i).trim() || !V(a).trim()
		]), H("submit", m, (e) => c(e, l)), Di(h, () => V(n), (e) => N(n, e)), H("submit", v, (e) => c(e, u)), Di(y, () => V(r), (e) => N(r, e)), H("submit", x, (e) => c(e, d)), Di(S, () => V(i), (e) => N(i, e)), Di(ee, () => V(a), (e) => N(a, e)), K(e, t);
	};
	J(p, (e) => {
		V(o) && e(h);
	}), K(e, f), O();
}
W(["click"]);
// src/parts/Timeline.svelte
var Iu = /* @__PURE__ */ G("<span aria-hidden=\"true\">↳</span>"), Lu = /* @__PURE__ */ G("<li><button class=\"quiet svelte-l5gxhn\"><!> <span class=\"label svelte-l5gxhn\"> </span> <span class=\"pale\"> </span></button></li>"), Ru = /* @__PURE__ */ G("<nav class=\"timeline svelte-l5gxhn\" aria-label=\"Timeline\"><ol class=\"svelte-l5gxhn\"></ol></nav>"), zu = {
	hash: "svelte-l5gxhn",
	code: ".timeline.svelte-l5gxhn {border-top:1px solid var(--line);background:var(--ground);overflow-x:auto;}ol.svelte-l5gxhn {display:flex;gap:4px;margin:0;padding:6px 12px;list-style:none;}button.svelte-l5gxhn {display:flex;gap:6px;align-items:center;max-width:260px;white-space:nowrap;font-size:13px;}.label.svelte-l5gxhn {overflow:hidden;text-overflow:ellipsis;}[aria-current].svelte-l5gxhn {border-color:var(--accent);background:var(--paper);color:var(--accent);}"
};
function Bu(e, t) {
	D(t, !0), X(e, zu);
	let n = /* @__PURE__ */ A(() => new Set($.history.moments.filter((e) => $.history.moments.some((t) => t.before === e.before && t.id < e.id)).map((e) => e.id)));
	var r = Ru(), i = P(r);
	Y(i, 21, () => $.history.moments, (e) => e.id, (e, t) => {
		var r = Lu(), i = P(r), a = P(i), o = (e) => {
			K(e, Iu());
		}, s = /* @__PURE__ */ A(() => V(n).has(V(t).id));
		J(a, (e) => {
			V(s) && e(o);
		});
		var c = L(a, 2), l = I(c, !0), u = I(L(c, 2), !0);
		E(i), E(r), R((e, n) => {
			Q(i, "aria-current", V(t).id === $.history.now ? "step" : void 0), Q(i, "title", e), q(l, V(t).label), q(u, n);
		}, [() => V(n).has(V(t).id) ? `another way on from step ${V(t).before}` : void 0, () => da(V(t).model) ? V(t).size ?? "" : Object.keys(V(t).model.worlds).length]), U("click", i, () => $.go(V(t).id)), K(e, r);
	}), E(i), E(r), K(e, r), O();
}
W(["click"]);
// src/parts/Explore.svelte
var Vu = /* @__PURE__ */ G("<div class=\"problem full svelte-4ufa8d\" role=\"alert\"> </div>"), Hu = /* @__PURE__ */ G("<!><!>", 1), Uu = /* @__PURE__ */ G("<main><section class=\"stage svelte-4ufa8d\" aria-label=\"Model\"><!> <!></section> <aside aria-label=\"Questions and changes\" class=\"svelte-4ufa8d\"><!> <!> <!> <!> <!></aside></main>"), Wu = {
	hash: "svelte-4ufa8d",
	code: "main.svelte-4ufa8d {display:grid;grid-template-columns:minmax(0, 1fr) 420px;min-height:0;}.stage.svelte-4ufa8d {display:grid;grid-template-rows:minmax(0, 1fr) auto;min-height:0;}aside.svelte-4ufa8d {display:grid;align-content:start;gap:12px;padding:12px 16px 24px;overflow-y:auto;border-left:1px solid var(--line);}.full.svelte-4ufa8d {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:13px;}main.slide.svelte-4ufa8d {grid-template-columns:1fr;}.slide.svelte-4ufa8d aside:where(.svelte-4ufa8d),\n  .slide.svelte-4ufa8d .tools,\n  .slide.svelte-4ufa8d .timeline {display:none;}\n\n  @media (max-width: 900px) {main.svelte-4ufa8d {grid-template-columns:minmax(0, 1fr);}.stage.svelte-4ufa8d {grid-template-rows:62vh auto;}.slide.svelte-4ufa8d .stage:where(.svelte-4ufa8d) {grid-template-rows:90vh;}aside.svelte-4ufa8d {border-left:0;padding:12px;}\n  }"
};
function Gu(e, t) {
	D(t, !0), X(e, Wu);
	let n = Vi(t, "slide", 3, !1);
	var r = Uu();
	let i;
	var a = P(r), o = P(a), s = (e) => {
		Ou(e, {});
	}, c = (e) => {
		eu(e, {});
	};
	J(o, (e) => {
		$.symbolic ? e(s) : e(c, -1);
	}), Bu(L(o, 2), {}), E(a);
	var l = L(a, 2), u = P(l);
	Ur(u, () => $.story, (e) => {
		var t = jr(), n = F(t), r = (e) => {
			Cu(e, { get story() {
				return $.story;
			} });
		};
		J(n, (e) => {
			$.story && e(r);
		}), K(e, t);
	});
	var d = L(u, 2);
	zc(d, {});
	var f = L(d, 2), p = (e) => {
		var t = Vu(), n = I(t, !0);
		R(() => q(n, $.refused.full ?? $.refused.message)), K(e, t);
	};
	J(f, (e) => {
		$.refused && e(p);
	});
	var m = L(f, 2);
	oc(m, {});
	var h = L(m, 2), g = (e) => {
		var t = Hu(), n = F(t);
		lu(n, {}), Fu(L(n), {}), K(e, t);
	}, _ = (e) => {
		var t = Hu(), n = F(t);
		Ts(n, {}), al(L(n), {}), K(e, t);
	};
	J(h, (e) => {
		$.symbolic ? e(g) : e(_, -1);
	}), E(l), E(r), R(() => i = ci(r, 1, "svelte-4ufa8d", null, i, { slide: n() })), K(e, r), O();
}
// src/Widget.svelte
var Ku = /* @__PURE__ */ G("<div class=\"widget svelte-gxf5w3\"><!> <!></div>"), qu = {
	hash: "svelte-gxf5w3",
	code: ".widget.svelte-gxf5w3 {display:grid;grid-template-rows:auto minmax(0, 1fr);gap:8px;height:640px;padding:8px;container-type:inline-size;}"
};
function Ju(e) {
	X(e, qu);
	let t = /* @__PURE__ */ M(!1);
	var n = Ku(), r = P(n);
	us(r, {
		get slide() {
			return V(t);
		},
		set slide(e) {
			N(t, e, !0);
		}
	}), Gu(L(r, 2), { get slide() {
		return V(t);
	} }), E(n), K(e, n);
}
// src/widget.ts
var Yu = /* @__PURE__ */ new Map(), Xu = 0;
function Zu({ model: e }) {
	e.on("msg:custom", (e) => {
		let { id: t, status: n, text: r } = e;
		Yu.get(t)?.(new Response(r, { status: n })), Yu.delete(t);
	}), $i((t, n, r) => {
		let i = Xu++;
		return e.send({
			id: i,
			route: t,
			body: JSON.stringify(n)
		}), new Promise((e, t) => {
			Yu.set(i, e), r.addEventListener("abort", () => {
				Yu.delete(i), t(r.reason);
			});
		});
	});
	let t = (t, n) => {
		e.set("document", {
			model: t,
			formula: n
		}), e.save_changes();
	}, { model: n, formula: r } = e.get("document");
	$.embed(n, r, t), e.on("change:document", () => {
		let t = e.get("document");
		JSON.stringify(t.model) !== JSON.stringify($.file) && $.become(t.model, "from Python"), t.formula !== $.formula && $.type(t.formula);
	});
}
function Qu({ el: e }) {
	let t = e.attachShadow({ mode: "open" }), n = document.createElement("style");
	n.textContent = `${io.replaceAll(":root", ":host")} :host { display: block; color: var(--ink); background: var(--ground); font: 15px/1.45 var(--sans); text-align: left; }`, t.append(n);
	let r = Ir(Ju, { target: t.appendChild(document.createElement("div")) });
	return () => void Br(r);
}
var $u = {
	initialize: Zu,
	render: Qu
};
export { $u as default };

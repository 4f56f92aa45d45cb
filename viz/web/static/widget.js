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
	return we(/* @__PURE__ */ sn(T));
}
function E(e) {
	if (w) {
		if (/* @__PURE__ */ sn(T) !== null) throw be(), _e;
		T = e;
	}
}
function Ee(e = 1) {
	if (w) {
		for (var t = e, n = T; t--;) n = /* @__PURE__ */ sn(n);
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
		var i = /* @__PURE__ */ sn(n);
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
var D = null;
function Ke(e) {
	D = e;
}
function qe(e) {
	return Ge(D, "getContext").get(e);
}
function O(e, t = !1, n) {
	D = {
		p: D,
		i: !1,
		c: null,
		e: null,
		s: e,
		x: null,
		r: V,
		l: null
	};
}
function k(e) {
	var t = D, n = t.e;
	if (n !== null) {
		t.e = null;
		for (var r of n) bn(r);
	}
	return e !== void 0 && (t.x = e), t.i = !0, D = t.p, Je(e);
}
function Je(e = {}) {
	return i(e, se, { value: !0 }), e;
}
function Ye() {
	return !0;
}
// node_modules/svelte/src/internal/client/dom/task.js
var Xe = [];
function Ze() {
	var e = Xe;
	Xe = [], f(e);
}
function Qe(e) {
	if (Xe.length === 0 && !Tt) {
		var t = Xe;
		queueMicrotask(() => {
			t === Xe && Ze();
		});
	}
	Xe.push(e);
}
function $e() {
	for (; Xe.length > 0;) Ze();
}
// node_modules/svelte/src/internal/client/reactivity/status.js
var et = ~(g | _ | h);
function A(e, t) {
	e.f = e.f & et | t;
}
function tt(e) {
	e.f & 512 || e.deps === null ? A(e, h) : A(e, _);
}
// node_modules/svelte/src/internal/client/reactivity/utils.js
function nt(e, t) {
	e.f & 2048 ? t.set(e, g) : e.f & 4096 && t.get(e) !== 2048 && t.set(e, _), A(e, h);
}
// node_modules/svelte/src/internal/client/dom/elements/misc.js
function rt(e) {
	w && /* @__PURE__ */ on(e) !== null && cn(e);
}
var it = !1;
function at() {
	it || (it = !0, document.addEventListener("reset", (e) => {
		Promise.resolve().then(() => {
			if (!e.defaultPrevented) for (let t of e.target.elements) t[me]?.();
		});
	}, { capture: !0 }));
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/shared.js
function ot(e) {
	var t = B, n = V;
	Hn(null), Un(null);
	try {
		return e();
	} finally {
		Hn(t), Un(n);
	}
}
function st(e, t, n, r = n) {
	e.addEventListener(t, () => ot(n));
	let i = e[me];
	e[me] = i ? () => {
		i(), r(!0);
	} : () => r(!0), at();
}
// node_modules/svelte/src/internal/client/reactivity/async.js
function ct(e, t, n, r) {
	let i = Ye() ? ft : ht;
	var a = e.filter((e) => !e.settled), o = t.map(i);
	if (n.length === 0 && a.length === 0) {
		r(o);
		return;
	}
	var s = V, c = lt(), l = a.length === 1 ? a[0].promise : a.length > 1 ? Promise.all(a.map((e) => e.promise)) : null;
	function u(e) {
		if (!(s.f & 16384)) {
			c();
			try {
				r([...o, ...e]);
			} catch (e) {
				pn(e, s);
			}
			ut();
		}
	}
	var d = dt();
	if (n.length === 0) {
		l.then(() => u([])).finally(d);
		return;
	}
	function f() {
		Promise.all(n.map((e) => /* @__PURE__ */ mt(e))).then(u).catch((e) => pn(e, s)).finally(d);
	}
	l ? l.then(() => {
		s.f & 16384 ? d() : (c(), f(), ut());
	}) : f();
}
function lt() {
	var e = V, t = B, n = D, r = M;
	return function(i = !0) {
		Un(e), Hn(t), Ke(n), i && !(e.f & 16384) && (r?.activate(), r?.apply());
	};
}
function ut(e = !0) {
	Un(null), Hn(null), Ke(null), e && M?.deactivate();
}
function dt() {
	var e = V, t = e.b, n = M, r = !!t?.is_rendered();
	return t?.update_pending_count(1, n), n.increment(r, e), () => {
		t?.update_pending_count(-1, n), n.decrement(r, e);
	};
}
/*#__NO_SIDE_EFFECTS__*/
function ft(e) {
	var t = 2 | g;
	return V !== null && (V.f |= ee), {
		ctx: D,
		deps: null,
		effects: null,
		equals: ke,
		f: t,
		fn: e,
		reactions: null,
		rv: 0,
		v: C,
		wv: 0,
		parent: V,
		ac: null
	};
}
var pt = Symbol("obsolete");
/*#__NO_SIDE_EFFECTS__*/
function mt(e, t, n) {
	let r = V;
	r === null && Ne();
	var i = void 0, a = Ht(C), o = !B, s = /* @__PURE__ */ new Set();
	return Cn(() => {
		var t = V, n = p();
		i = n.promise;
		try {
			Promise.resolve(e()).then(n.resolve, (e) => {
				e !== he && n.reject(e);
			}).finally(ut);
		} catch (e) {
			n.reject(e), ut();
		}
		var c = M;
		if (o) {
			if (t.f & 32768) var l = dt();
			if (r.b?.is_rendered()) c.async_deriveds.get(t)?.reject(pt);
			else for (let e of s.values()) e.reject(pt);
			s.add(n), c.async_deriveds.set(t, n);
		}
		let u = (e, t = void 0) => {
			l?.(), s.delete(n), t !== pt && (c.activate(), t ? (a.f |= ae, Kt(a, t)) : (a.f & 8388608 && (a.f ^= ae), Kt(a, e)), c.deactivate());
		};
		n.promise.then(u, (e) => u(null, e || "unknown"));
	}), vn(() => {
		for (let e of s) e.reject(pt);
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
function j(e) {
	let t = /* @__PURE__ */ ft(e);
	return Gn(t), t;
}
/*#__NO_SIDE_EFFECTS__*/
function ht(e) {
	let t = /* @__PURE__ */ ft(e);
	return t.equals = je, t;
}
function gt(e) {
	var t = e.effects;
	if (t !== null) {
		e.effects = null;
		for (var n = 0; n < t.length; n += 1) An(t[n]);
	}
}
function _t(e) {
	var t, n = V, r = e.parent;
	if (!zn && r !== null && e.v !== C && r.f & 24576) return ye(), e.v;
	Un(r);
	try {
		gt(e), t = rr(e);
	} finally {
		Un(n);
	}
	return t;
}
function vt(e) {
	var t = _t(e);
	!e.equals(t) && (e.wv = er(), (!M?.is_fork || e.deps === null) && (M === null ? e.v = t : (M.capture(e, t, !0), St?.capture(e, t, !0)), e.deps === null)) ? A(e, h) : zn || (Ct === null ? tt(e) : (_n() || M?.is_fork) && Ct.set(e, t));
}
function yt(e) {
	if (e.effects !== null) for (let t of e.effects) (t.teardown || t.ac) && (t.teardown?.(), t.ac !== null && ot(() => {
		t.ac.abort(he), t.ac = null;
	}), t.fn !== null && (t.teardown = d), or(t, 0), On(t));
}
function bt(e) {
	if (e.effects !== null) for (let t of e.effects) t.teardown && t.fn !== null && sr(t);
}
// node_modules/svelte/src/internal/client/reactivity/batch.js
var xt = null, M = null, St = null, Ct = null, wt = null, Tt = !1, Et = !1, Dt = null, Ot = null, kt = 0, At = 1, jt = class e {
	id = At++;
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
		xt === null ? xt = this : (xt.next = this, this.prev = xt), xt = this;
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
			for (var r of n.d) A(r, g), t(r);
			for (r of n.m) A(r, _), t(r);
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
		for (let [e, t] of this.#s) A(e, t), this.schedule(e);
		this.apply();
		for (var t = Dt = [], n = [], r = Ot = []; this.#a.length > 0;) {
			kt++ > 1e3 && (this.#b(), Nt());
			for (let e of this.#p()) try {
				this.#h(e, t, n);
			} catch (t) {
				throw Rt(e), this.#d() || this.discard(), t;
			}
		}
		if (M = null, r.length > 0) {
			var i = e.ensure();
			for (let e of r) i.schedule(e);
		}
		if (Dt = null, Ot = null, this.#d()) {
			this.#y(n), this.#y(t);
			for (let [e, t] of this.#c) Lt(e, t);
			r.length > 0 && M.#m();
			return;
		}
		let a = this.#g();
		if (a) this.#y(n), this.#y(t), a.#v(this);
		else {
			this.#s.clear();
			for (let e of this.#e) e(this);
			this.#e.clear(), St = this, Ft(n), Ft(t), St = null, this.#i?.resolve();
			var o = M;
			this.#n === 0 && (this.#a.length === 0 || o !== null) && this.#b(), o !== null && (Bt.clear(), o.#m());
		}
	}
	#h(e, t, n) {
		e.f ^= h;
		for (var r = e.first; r !== null;) {
			var i = r.f, a = !!(i & 96);
			if (!(a && i & 1024 || i & 8192 || this.#c.has(r)) && r.fn !== null) {
				a ? r.f ^= h : i & 4 ? t.push(r) : tr(r) && (i & 16 && this.add_dirty_reaction(r, _), sr(r));
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
					r & 4194320 && !this.async_deriveds.has(i) && (this.#s.delete(i), A(i, g), this.schedule(i));
				}
			}
		};
		for (let e of this.current.keys()) t(e);
		this.oncommit(() => e.discard()), e.#b(), M = this, this.#m();
	}
	#y(e) {
		for (var t = 0; t < e.length; t += 1) nt(e[t], this.#s);
	}
	capture(e, t, n = !1) {
		e.v !== C && !this.previous.has(e) && this.previous.set(e, e.v), e.f & 8388608 || (this.current.set(e, [t, n]), Ct?.set(e, t)), this.is_fork || (e.v = t);
	}
	activate() {
		M = this;
	}
	deactivate() {
		M = null, Ct = null;
	}
	flush() {
		try {
			Et = !0, M = this, this.#m();
		} finally {
			kt = 0, wt = null, Dt = null, Ot = null, Et = !1, M = null, Ct = null, Bt.clear();
		}
	}
	discard() {
		for (let e of this.#t) e(this);
		this.#t.clear();
		for (let e of this.async_deriveds.values()) e.reject(pt);
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
		this.#u || (this.#u = !0, Qe(() => {
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
		if (M === null) {
			let t = M = new e();
			!Et && !Tt && Qe(() => {
				t.started || t.flush();
			});
		}
		return M;
	}
	apply() {
		Ct = null;
	}
	schedule(e) {
		wt = e, e.b?.is_pending && e.f & 16777228 && !(e.f & 32768) ? e.b.defer_effect(e) : this.#a.push(e);
	}
	#b() {
		if (this.linked) {
			var e = this.prev, t = this.next;
			e === null || (e.next = t), t === null ? xt = e : t.prev = e, this.linked = !1;
		}
	}
};
function Mt(e) {
	var t = Tt, n = St;
	St = null, Tt = !0;
	try {
		var r;
		for (e && (Mt(), r = e());;) {
			if ($e(), M === null) return r;
			M.flush();
		}
	} finally {
		Tt = t, St = n;
	}
}
function Nt() {
	try {
		Re();
	} catch (e) {
		pn(e, wt);
	}
}
var Pt = null;
function Ft(e) {
	var t = e.length;
	if (t !== 0) {
		for (var n = 0; n < t;) {
			var r = e[n++];
			if (!(r.f & 24576) && tr(r) && (Pt = /* @__PURE__ */ new Set(), sr(r), r.deps === null && r.first === null && r.nodes === null && r.teardown === null && r.ac === null && Mn(r), Pt?.size > 0)) {
				Bt.clear();
				for (let e of Pt) {
					if (e.f & 24576) continue;
					let t = [e], n = e.parent;
					for (; n !== null;) Pt.has(n) && (Pt.delete(n), t.push(n)), n = n.parent;
					for (let e = t.length - 1; e >= 0; e--) {
						let n = t[e];
						n.f & 24576 || sr(n);
					}
				}
				Pt.clear();
			}
		}
		Pt = null;
	}
}
function It(e) {
	M.schedule(e);
}
function Lt(e, t) {
	if (!(e.f & 32 && e.f & 1024)) {
		e.f & 2048 ? t.d.push(e) : e.f & 4096 && t.m.push(e), A(e, h);
		for (var n = e.first; n !== null;) Lt(n, t), n = n.next;
	}
}
function Rt(e) {
	A(e, h);
	for (var t = e.first; t !== null;) Rt(t), t = t.next;
}
// node_modules/svelte/src/internal/client/reactivity/sources.js
var zt = /* @__PURE__ */ new Set(), Bt = /* @__PURE__ */ new Map(), Vt = !1;
function Ht(e, t) {
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
function N(e, t) {
	let n = Ht(e, t);
	return Gn(n), n;
}
/*#__NO_SIDE_EFFECTS__*/
function Ut(e, t = !1, n = !0) {
	let r = Ht(e);
	return t || (r.equals = je), r;
}
function P(e, t, n = !1) {
	return B !== null && (!Vn || B.f & 131072) && Ye() && B.f & 4325394 && (Wn === null || !Wn.has(e)) && He(), Kt(e, n ? Xt(t) : t, Ot);
}
var Wt = null, Gt = 0;
function Kt(e, t, n = null) {
	if (!e.equals(t)) {
		zn ? Bt.set(e, t) : Bt.has(e) || Bt.set(e, e.v);
		var r = jt.ensure();
		if (r.capture(e, t), e.f & 2) {
			let t = e;
			e.f & 2048 && _t(t), Ct === null && tt(t);
		}
		e.wv = er(), Wt = null, Gt = 0, Yt(e, g, n), Wt = null, Ye() && V !== null && V.f & 1024 && !(V.f & 96) && (Jn === null ? Yn([e]) : Jn.push(e)), !r.is_fork && zt.size > 0 && !Vt && qt();
	}
	return t;
}
function qt() {
	Vt = !1;
	for (let e of zt) {
		e.f & 1024 && A(e, _);
		let t;
		try {
			t = tr(e);
		} catch {
			t = !0;
		}
		t && sr(e);
	}
	zt.clear();
}
function Jt(e) {
	P(e, e.v + 1);
}
function Yt(e, t, n) {
	var r = e.reactions;
	if (r !== null) {
		var i = Ye(), a = r.length;
		if (Gt += a, Gt > 1e5 && Wt === null && (Wt = /* @__PURE__ */ new Set()), Wt !== null) {
			if (Wt.has(e)) return;
			Wt.add(e);
		}
		for (var o = 0; o < a; o++) {
			var s = r[o], c = s.f;
			if (i || s !== V) {
				var l = (c & g) === 0;
				if (l && A(s, t), c & 131072) zt.add(s);
				else if (c & 2) {
					var u = s;
					Ct?.delete(u), Yt(u, _, n);
				} else if (l) {
					var d = s;
					c & 16 && Pt !== null && Pt.add(d), n === null ? It(d) : n.push(d);
				}
			}
		}
	}
}
function Xt(t) {
	if (typeof t != "object" || !t || oe in t || se in t) return t;
	let n = l(t);
	if (n !== s && n !== c) return t;
	var r = /* @__PURE__ */ new Map(), i = e(t), o = /* @__PURE__ */ N(0), u = null, d = Qn, f = (e) => {
		if (Qn === d) return e();
		var t = B, n = Qn;
		Hn(null), $n(d);
		var r = e();
		return Hn(t), $n(n), r;
	};
	return i && r.set("length", /* @__PURE__ */ N(t.length, u)), new Proxy(t, {
		defineProperty(e, t, n) {
			"value" in n && n.configurable !== !1 && n.enumerable !== !1 && n.writable !== !1 || Be();
			var i = r.get(t);
			return i === void 0 ? f(() => {
				var e = /* @__PURE__ */ N(n.value, u);
				return r.set(t, e), e;
			}) : P(i, n.value, !0), !0;
		},
		deleteProperty(e, t) {
			var n = r.get(t);
			if (n === void 0) {
				if (t in e) {
					let e = f(() => /* @__PURE__ */ N(C, u));
					r.set(t, e), Jt(o);
				}
			} else P(n, C), Jt(o);
			return !0;
		},
		get(e, n, i) {
			if (n === oe) return t;
			var o = r.get(n), s = n in e;
			if (o === void 0 && (!s || a(e, n)?.writable) && (o = f(() => /* @__PURE__ */ N(Xt(s ? e[n] : C), u)), r.set(n, o)), o !== void 0) {
				var c = H(o);
				return c === C ? void 0 : c;
			}
			return Reflect.get(e, n, i);
		},
		getOwnPropertyDescriptor(e, t) {
			this.has?.(e, t);
			var n = Reflect.getOwnPropertyDescriptor(e, t), i = r.get(t);
			if (i !== void 0) {
				var a = H(i);
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
			return (n !== void 0 || (V !== null || B !== null) && (!i || a(e, t)?.writable)) && (n === void 0 && (n = f(() => /* @__PURE__ */ N(i ? Xt(e[t]) : C, u)), r.set(t, n)), H(n) === C) ? !1 : i;
		},
		set(e, t, n, s) {
			var c = r.get(t), l = t in e;
			if (i && t === "length") for (var d = n; d < c.v; d += 1) {
				var p = r.get(d + "");
				p === void 0 ? d in e && (p = f(() => /* @__PURE__ */ N(C, u)), r.set(d + "", p)) : P(p, C);
			}
			if (c === void 0) (!l || a(e, t)?.writable) && (c = f(() => /* @__PURE__ */ N(void 0, u)), P(c, Xt(n)), r.set(t, c));
			else {
				l = c.v !== C;
				var m = f(() => Xt(n));
				P(c, m);
			}
			var h = Reflect.getOwnPropertyDescriptor(e, t);
			if (h?.set && h.set.call(s, n), !l) {
				if (i && typeof t == "string") {
					var g = r.get("length"), _ = Number(t);
					Number.isInteger(_) && _ >= g.v && P(g, _ + 1);
				}
				Jt(o);
			}
			return !0;
		},
		ownKeys(e) {
			H(o);
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
function Zt(e) {
	try {
		if (typeof e == "object" && e && oe in e) return e[oe];
	} catch {}
	return e;
}
function Qt(e, t) {
	return Object.is(Zt(e), Zt(t));
}
var $t, en, tn, nn;
function rn() {
	if ($t === void 0) {
		$t = window, en = /Firefox/.test(navigator.userAgent);
		var e = Element.prototype, t = Node.prototype, n = Text.prototype;
		tn = a(t, "firstChild").get, nn = a(t, "nextSibling").get, u(e) && (e[de] = void 0, e[ue] = null, e[fe] = void 0, e.__e = void 0), u(n) && (n[pe] = void 0);
	}
}
function an(e = "") {
	return document.createTextNode(e);
}
/*@__NO_SIDE_EFFECTS__*/
function on(e) {
	return tn.call(e);
}
/*@__NO_SIDE_EFFECTS__*/
function sn(e) {
	return nn.call(e);
}
function F(e, t) {
	if (!w) return /* @__PURE__ */ on(e);
	var n = /* @__PURE__ */ on(T);
	if (n === null) n = T.appendChild(an());
	else if (t && n.nodeType !== 3) {
		var r = an();
		return n?.before(r), we(r), r;
	}
	return t && dn(n), we(n), n;
}
function I(e, t = !1) {
	if (!w) {
		var n = /* @__PURE__ */ on(e);
		return n instanceof Comment && n.data === "" ? /* @__PURE__ */ sn(n) : n;
	}
	if (t) {
		if (T?.nodeType !== 3) {
			var r = an();
			return T?.before(r), we(r), r;
		}
		dn(T);
	}
	return T;
}
function L(e, t = !1) {
	if (!w) return /* @__PURE__ */ on(e);
	var n = F(e, t);
	return E(e), n;
}
function R(e, t = 1, n = !1) {
	let r = w ? T : e;
	for (var i; t--;) i = r, r = /* @__PURE__ */ sn(r);
	if (!w) return r;
	if (n) {
		if (r?.nodeType !== 3) {
			var a = an();
			return r === null ? i?.after(a) : r.before(a), we(a), a;
		}
		dn(r);
	}
	return we(r), r;
}
function cn(e) {
	e.textContent = "";
}
function ln() {
	return !1;
}
function un(e, t, n) {
	return t == null || t === "http://www.w3.org/1999/xhtml" ? n ? document.createElement(e, { is: n }) : document.createElement(e) : n ? document.createElementNS(t, e, { is: n }) : document.createElementNS(t, e);
}
function dn(e) {
	if (e.nodeValue.length < 65536) return;
	let t = e.nextSibling;
	for (; t !== null && t.nodeType === 3;) t.remove(), e.nodeValue += t.nodeValue, t = e.nextSibling;
}
function fn(e) {
	var t = V;
	if (t === null) return B.f |= ae, e;
	if (!(t.f & 32768) && !(t.f & 4)) throw e;
	pn(e, t);
}
function pn(e, t) {
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
function mn(e) {
	V === null && (B === null && Le(e), Ie()), zn && Fe(e);
}
function hn(e, t) {
	var n = t.last;
	n === null ? t.last = t.first = e : (n.next = e, e.prev = n, t.last = e);
}
function gn(e, t) {
	var n = V;
	n !== null && n.f & 8192 && (e |= v);
	var r = {
		ctx: D,
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
	M?.register_created_effect(r);
	var i = r;
	if (e & 4) Dt === null ? jt.ensure().schedule(r) : Dt.push(r);
	else if (t !== null) {
		try {
			sr(r);
		} catch (e) {
			throw An(r), e;
		}
		i.deps === null && i.teardown === null && i.nodes === null && i.first === i.last && !(i.f & 524288) && (i = i.first, e & 16 && e & 65536 && i !== null && (i.f |= S));
	}
	if (i !== null && (i.parent = n, n !== null && hn(i, n), B !== null && B.f & 2 && !(e & 64))) {
		var a = B;
		(a.effects ??= []).push(i);
	}
	return r;
}
function _n() {
	return B !== null && !Vn;
}
function vn(e) {
	let t = gn(8, null);
	return A(t, h), t.teardown = e, t;
}
function yn(e) {
	mn("$effect");
	var t = V.f;
	if (!B && t & 32 && D !== null && !D.i) {
		var n = D;
		(n.e ??= []).push(e);
	} else return bn(e);
}
function bn(e) {
	return gn(4 | te, e);
}
function xn(e) {
	jt.ensure();
	let t = gn(64 | ee, e);
	return (e = {}) => new Promise((n) => {
		e.outro ? Nn(t, () => {
			An(t), n(void 0);
		}) : (An(t), n(void 0));
	});
}
function Sn(e) {
	return gn(4, e);
}
function Cn(e) {
	return gn(ie | ee, e);
}
function wn(e, t = 0) {
	return gn(8 | t, e);
}
function z(e, t = [], n = [], r = []) {
	ct(r, t, n, (t) => {
		gn(8, () => {
			e(...t.map(H));
		});
	});
}
function Tn(e, t = 0) {
	return gn(16 | t, e);
}
function En(e) {
	return gn(32 | ee, e);
}
function Dn(e) {
	var t = e.teardown;
	if (t !== null) {
		let n = zn, r = B;
		Bn(!0), Hn(null);
		try {
			t.call(null);
		} catch (t) {
			pn(t, e.parent);
		} finally {
			Bn(n), Hn(r);
		}
	}
}
function On(e, t = !1) {
	var n = e.first;
	for (e.first = e.last = null; n !== null;) {
		let e = n.ac;
		e !== null && ot(() => {
			e.abort(he);
		});
		var r = n.next;
		n.f & 64 ? n.parent = null : An(n, t), n = r;
	}
}
function kn(e) {
	for (var t = e.first; t !== null;) {
		var n = t.next;
		t.f & 32 || An(t), t = n;
	}
}
function An(e, t = !0) {
	var n = !1;
	(t || e.f & 262144) && e.nodes !== null && e.nodes.end !== null && (jn(e.nodes.start, e.nodes.end), n = !0), e.f |= x, On(e, t && !n), or(e, 0);
	var r = e.nodes && e.nodes.t;
	if (r !== null) for (let e of r) e.stop();
	Dn(e), e.f ^= x, e.f |= y;
	var i = e.parent;
	i !== null && i.first !== null && Mn(e), e.next = e.prev = e.teardown = e.ctx = e.deps = e.fn = e.nodes = e.ac = e.b = null;
}
function jn(e, t) {
	for (; e !== null;) {
		var n = e === t ? null : /* @__PURE__ */ sn(e);
		e.remove(), e = n;
	}
}
function Mn(e) {
	var t = e.parent, n = e.prev, r = e.next;
	n !== null && (n.next = r), r !== null && (r.prev = n), t !== null && (t.first === e && (t.first = r), t.last === e && (t.last = n));
}
function Nn(e, t, n = !0) {
	var r = [];
	e.f |= 256, Pn(e, r, !0);
	var i = () => {
		n && An(e), t && t();
	}, a = r.length;
	if (a > 0) {
		var o = () => --a || i();
		for (var s of r) s.out(o);
	} else i();
}
function Pn(e, t, n) {
	if (!(e.f & 8192)) {
		e.f ^= v;
		var r = e.nodes && e.nodes.t;
		if (r !== null) for (let e of r) (e.is_global || n) && t.push(e);
		for (var i = e.first; i !== null;) {
			var a = i.next;
			if (!(i.f & 64)) {
				var o = !!(i.f & 65536) || !!(i.f & 32) && !!(e.f & 16);
				Pn(i, t, o ? n : !1);
			}
			i = a;
		}
	}
}
function Fn(e) {
	e.f &= -257, In(e, !0);
}
function In(e, t) {
	if (!(e.f & 256) && e.f & 8192) {
		e.f ^= v, e.f & 1024 || (A(e, g), jt.ensure().schedule(e));
		for (var n = e.first; n !== null;) {
			var r = n.next, i = !!(n.f & 65536) || !!(n.f & 32);
			In(n, i ? t : !1), n = r;
		}
		var a = e.nodes && e.nodes.t;
		if (a !== null) for (let e of a) (e.is_global || t) && e.in();
	}
}
function Ln(e, t) {
	if (e.nodes) for (var n = e.nodes.start, r = e.nodes.end; n !== null;) {
		var i = n === r ? null : /* @__PURE__ */ sn(n);
		t.append(n), n = i;
	}
}
// node_modules/svelte/src/internal/client/legacy.js
var Rn = null, zn = !1;
function Bn(e) {
	zn = e;
}
var B = null, Vn = !1;
function Hn(e) {
	B = e;
}
var V = null;
function Un(e) {
	V = e;
}
var Wn = null;
function Gn(e) {
	B !== null && (B.f & 2097152 || B.f & 2) && (Wn ??= /* @__PURE__ */ new Set()).add(e);
}
var Kn = null, qn = 0, Jn = null;
function Yn(e) {
	Jn = e;
}
var Xn = 1, Zn = 0, Qn = Zn;
function $n(e) {
	Qn = e;
}
function er() {
	return ++Xn;
}
function tr(e) {
	var t = e.f;
	if (t & 2048) return !0;
	if (t & 4096) {
		for (var n = e.deps, r = n.length, i = 0; i < r; i++) {
			var a = n[i];
			if (tr(a) && vt(a), a.wv > e.wv) return !0;
		}
		t & 512 && Ct === null && A(e, h);
	}
	return !1;
}
function nr(e, t, n = !0) {
	var r = e.reactions;
	if (r !== null && !(Wn !== null && Wn.has(e))) for (var i = 0; i < r.length; i++) {
		var a = r[i];
		a.f & 2 ? nr(a, t, !1) : t === a && (n ? A(a, g) : a.f & 1024 && A(a, _), It(a));
	}
}
function rr(e) {
	var t = Kn, n = qn, r = Jn, i = B, a = Wn, o = D, s = Vn, c = Qn, l = e.f;
	Kn = null, qn = 0, Jn = null, B = l & 96 ? null : e, Wn = null, Ke(e.ctx), Vn = !1, Qn = ++Zn, e.ac !== null && (ot(() => {
		e.ac.abort(he);
	}), e.ac = null);
	try {
		e.f |= re;
		var u = e.fn, d = u();
		e.f |= b;
		var f = ir(e);
		if (Ye() && Jn !== null && !Vn && f !== null && !(e.f & 6146)) for (var p = 0; p < Jn.length; p++) nr(Jn[p], e);
		if (i !== null && i !== e) {
			if (Zn++, i.deps !== null) for (let e = 0; e < n; e += 1) i.deps[e].rv = Zn;
			if (t !== null) for (let e of t) e.rv = Zn;
			Jn !== null && (r === null ? r = Jn : r.push(...Jn));
		}
		return e.f & 8388608 && (e.f ^= ae), d;
	} catch (t) {
		return ir(e), fn(t);
	} finally {
		e.f ^= re, Kn = t, qn = n, Jn = r, B = i, Wn = a, Ke(o), Vn = s, Qn = c;
	}
}
function ir(e) {
	var t = e.deps, n = M?.is_fork;
	if (Kn !== null) {
		var r;
		if (n || or(e, qn), t !== null && qn > 0) for (t.length = qn + Kn.length, r = 0; r < Kn.length; r++) t[qn + r] = Kn[r];
		else e.deps = t = Kn;
		if (_n() && e.f & 512) for (r = qn; r < t.length; r++) (t[r].reactions ??= []).push(e);
	} else !n && t !== null && qn < t.length && (or(e, qn), t.length = qn);
	return t;
}
function ar(e, r) {
	let i = r.reactions;
	if (i !== null) {
		var a = t.call(i, e);
		if (a !== -1) {
			var o = i.length - 1;
			o === 0 ? i = r.reactions = null : (i[a] = i[o], i.pop());
		}
	}
	if (i === null && r.f & 2 && (Kn === null || !n.call(Kn, r))) {
		var s = r;
		s.f & 512 && (s.f ^= 512), s.v !== C && tt(s), s.ac !== null && ot(() => {
			s.ac.abort(he), s.ac = null, A(s, g);
		}), yt(s), or(s, 0);
	}
}
function or(e, t) {
	var n = e.deps;
	if (n !== null) for (var r = t; r < n.length; r++) ar(e, n[r]);
}
function sr(e) {
	var t = e.f;
	if (!(t & 16384)) {
		A(e, h);
		var n = V;
		V = e;
		try {
			t & 16777232 ? kn(e) : On(e), Dn(e);
			var r = rr(e);
			e.teardown = typeof r == "function" ? r : null, e.wv = Xn;
		} finally {
			V = n;
		}
	}
}
async function cr() {
	await Promise.resolve(), Mt();
}
function H(e) {
	var t = !!(e.f & 2);
	if (Rn?.add(e), B !== null && !Vn && !(V !== null && V.f & 16384) && (Wn === null || !Wn.has(e))) {
		var r = B.deps;
		if (B.f & 2097152) e.rv < Zn && (e.rv = Zn, Kn === null && r !== null && r[qn] === e ? qn++ : Kn === null ? Kn = [e] : Kn.push(e));
		else {
			B.deps ??= [], n.call(B.deps, e) || B.deps.push(e);
			var i = e.reactions;
			i === null ? e.reactions = [B] : n.call(i, B) || i.push(B);
		}
	}
	if (zn && Bt.has(e)) return Bt.get(e);
	if (t) {
		var a = e;
		if (zn) {
			var o = a.v;
			return (!(a.f & 1024) && a.reactions !== null || ur(a)) && (o = _t(a)), Bt.set(a, o), o;
		}
		var s = !(a.f & 512) && !Vn && B !== null && !!(B.f & 512), c = (a.f & b) === 0;
		tr(a) && (s && (a.f |= 512), vt(a)), s && !c && (bt(a), lr(a));
	}
	if (Ct?.has(e)) return Ct.get(e);
	if (e.f & 8388608) throw e.v;
	return e.v;
}
function lr(e) {
	if (e.f |= 512, e.deps !== null) for (let r of e.deps) {
		var t = r.reactions;
		t === null ? r.reactions = [e] : n.call(t, e) || t.push(e), r.f & 2 && !(r.f & 512) && (bt(r), lr(r));
	}
}
function ur(e) {
	if (e.v === C) return !0;
	if (e.deps === null) return !1;
	for (let t of e.deps) if (Bt.has(t) || t.f & 2 && ur(t)) return !0;
	return !1;
}
function dr(e) {
	var t = Vn;
	try {
		return Vn = !0, e();
	} finally {
		Vn = t;
	}
}
[.../* @__PURE__ */ "allowfullscreen.async.autofocus.autoplay.checked.controls.default.disabled.formnovalidate.indeterminate.inert.ismap.loop.multiple.muted.nomodule.novalidate.open.playsinline.readonly.required.reversed.seamless.selected.webkitdirectory.defer.disablepictureinpicture.disableremoteplayback".split(".")];
var fr = ["touchstart", "touchmove"];
function pr(e) {
	return fr.includes(e);
}
// node_modules/svelte/src/internal/client/dev/css.js
var mr = Symbol("events"), hr = /* @__PURE__ */ new Set(), gr = /* @__PURE__ */ new Set();
function _r(e, t, n, r = {}) {
	function i(e) {
		if (r.capture || xr.call(t, e), !e.cancelBubble) return ot(() => n?.call(this, e));
	}
	return e.startsWith("pointer") || e.startsWith("touch") || e === "wheel" ? (i.__removed = !1, Qe(() => {
		i.__removed || t.addEventListener(e, i, r);
	})) : t.addEventListener(e, i, r), i;
}
function vr(e, t, n, r, i) {
	var a = {
		capture: r,
		passive: i
	}, o = _r(e, t, n, a);
	(t === document.body || t === window || t === document || t instanceof HTMLMediaElement) && vn(() => {
		o.__removed = !0, t.removeEventListener(e, o, a);
	});
}
function U(e, t, n) {
	(t[mr] ??= {})[e] = n;
}
function W(e) {
	for (var t = 0; t < e.length; t++) hr.add(e[t]);
	for (var n of gr) n(e);
}
var yr = null, br = !1;
function xr(e) {
	var t = this, n = t.ownerDocument, r = e.type, a = e.composedPath?.() || [], o = a[0] || e.target;
	yr = e, br || (br = !0, setTimeout(() => {
		br = !1, yr = null;
	}));
	var s = 0, c = yr === e && e[mr];
	if (c) {
		var l = a.indexOf(c);
		if (l !== -1 && (t === document || t === window)) {
			e[mr] = t;
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
		var d = B, f = V;
		Hn(null), Un(null);
		try {
			for (var p, m = []; o !== null && o !== t;) {
				try {
					var h = o[mr]?.[r];
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
			e[mr] = t, delete e.currentTarget, Hn(d), Un(f);
		}
	}
}
// node_modules/svelte/src/internal/client/dom/reconciler.js
var Sr = globalThis?.window?.trustedTypes && /* @__PURE__ */ globalThis.window.trustedTypes.createPolicy("svelte-trusted-html", { createHTML: (e) => e });
function Cr(e) {
	return Sr?.createHTML(e) ?? e;
}
function wr(e) {
	var t = un("template");
	return t.innerHTML = Cr(e.replaceAll("<!>", "<!---->")), t.content;
}
// node_modules/svelte/src/internal/client/dom/template.js
function Tr(e, t) {
	var n = V;
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
		if (w) return Tr(T, null), T;
		i === void 0 && (i = wr(a ? e : "<!>" + e), n || (i = /* @__PURE__ */ on(i)));
		var t = r || en ? document.importNode(i, !0) : i.cloneNode(!0);
		if (n) {
			var o = /* @__PURE__ */ on(t), s = t.lastChild;
			Tr(o, s);
		} else Tr(t, t);
		return t;
	};
}
/*#__NO_SIDE_EFFECTS__*/
function Er(e, t, n = "svg") {
	var r = !e.startsWith("<!>"), i = !!(t & 1), a = `<${n}>${r ? e : "<!>" + e}</${n}>`, o;
	return () => {
		if (w) return Tr(T, null), T;
		if (!o) {
			var e = /* @__PURE__ */ on(wr(a));
			if (i) for (o = document.createDocumentFragment(); /* @__PURE__ */ on(e);) o.appendChild(/* @__PURE__ */ on(e));
			else o = /* @__PURE__ */ on(e);
		}
		var t = o.cloneNode(!0);
		if (i) {
			var n = /* @__PURE__ */ on(t), r = t.lastChild;
			Tr(n, r);
		} else Tr(t, t);
		return t;
	};
}
/*#__NO_SIDE_EFFECTS__*/
function Dr(e, t) {
	return /* @__PURE__ */ Er(e, t, "svg");
}
/*#__NO_SIDE_EFFECTS__*/
function Or(e, t) {
	return /* @__PURE__ */ Er(e, t, "math");
}
function kr(e = "") {
	if (!w) {
		var t = an(e + "");
		return Tr(t, t), t;
	}
	var n = T;
	return n.nodeType === 3 ? dn(n) : (n.before(n = an()), we(n)), Tr(n, n), n;
}
function Ar() {
	if (w) return Tr(T, null), T;
	var e = document.createDocumentFragment(), t = document.createComment(""), n = an();
	return e.append(t, n), Tr(t, n), e;
}
function K(e, t) {
	if (w) {
		var n = V;
		n.f & 32768 && n.nodes.end !== null || (n.nodes.end = T), Te();
	} else e !== null && e.before(t);
}
// node_modules/svelte/src/reactivity/create-subscriber.js
function jr(e) {
	let t = 0, n = Ht(0), r;
	return () => {
		_n() && (H(n), wn(() => (t === 0 && (r = dr(() => e(() => Jt(n)))), t += 1, () => {
			Qe(() => {
				--t, t === 0 && (r?.(), r = void 0, Jt(n));
			});
		})));
	};
}
// node_modules/svelte/src/internal/client/dom/blocks/boundary.js
var Mr = S | ee;
function Nr(e, t, n, r) {
	new Pr(e, t, n, r);
}
var Pr = class {
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
	#m = jr(() => (this.#p = Ht(this.#l), () => {
		this.#p = null;
	}));
	constructor(e, t, n, r) {
		this.#e = e, this.#n = t, this.#r = (e) => {
			var t = V;
			t.b = this, t.f |= 128, n(e);
		}, this.parent = V.b, this.transform_error = r ?? this.parent?.transform_error ?? ((e) => e), this.#i = Tn(() => {
			if (w) {
				let e = Oe(this.#t);
				Te();
				let t = e === "[!";
				if (e.startsWith("[?")) {
					let t = JSON.parse(e.slice(2));
					this.#g(t);
				} else t ? this.#y() : this.#h();
			} else this.#b();
		}, Mr), w && (this.#e = T);
	}
	#h() {
		try {
			this.#a = En(() => this.#r(this.#e));
		} catch (e) {
			this.error(e);
		}
	}
	#g(e) {
		let t = this.#n.failed, { reset: n, invoke_onerror: r } = this.#_(e);
		Qe(r), t && (this.#s = En(() => {
			t(this.#e, () => e, () => n);
		}));
	}
	#_(e) {
		var t = !1, n = !1;
		let r = () => {
			this.#v() || (t ? Se() : (t = !0, n && Ue(), this.#s !== null && Nn(this.#s, () => {
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
					pn(e, this.#i && this.#i.parent);
				}
			}
		};
	}
	#v() {
		return (this.#i.f & (y | x)) !== 0;
	}
	#y() {
		let e = this.#n.pending;
		e && (this.is_pending = !0, this.#o = En(() => e(this.#e)), Qe(() => {
			if (!this.#v()) {
				var e = this.#c = document.createDocumentFragment(), t = an(), n = !1;
				e.append(t), this.#a = this.#S(() => {
					try {
						return En(() => this.#r(t));
					} catch (e) {
						try {
							this.error(e), n = !0;
						} catch (e) {
							pn(e, this.#i.parent);
						}
						return null;
					}
				}), this.#a === null ? (this.#c = null, n && this.#x(M)) : this.#u === 0 && (this.#e.before(e), this.#c = null, Nn(this.#o, () => {
					this.#o = null;
				}), this.#x(M));
			}
		}));
	}
	#b() {
		try {
			if (this.is_pending = this.has_pending_snippet(), this.#u = 0, this.#l = 0, this.#a = En(() => {
				this.#r(this.#e);
			}), this.#u > 0) {
				var e = this.#c = document.createDocumentFragment();
				Ln(this.#a, e);
				let t = this.#n.pending;
				this.#o = En(() => t(this.#e));
			} else this.#x(M);
		} catch (e) {
			this.error(e);
		}
	}
	#x(e) {
		this.is_pending = !1, e.transfer_reactions(this.#f);
	}
	defer_effect(e) {
		nt(e, this.#f);
	}
	is_rendered() {
		return !this.is_pending && (!this.parent || this.parent.is_rendered());
	}
	has_pending_snippet() {
		return !!this.#n.pending;
	}
	#S(e) {
		var t = V, n = B, r = D;
		Un(this.#i), Hn(this.#i), Ke(this.#i.ctx);
		try {
			return jt.ensure(), e();
		} finally {
			Un(t), Hn(n), Ke(r);
		}
	}
	#C(e, t) {
		this.has_pending_snippet() ? (this.#u += e, this.#u === 0 && (this.#x(t), this.#o && Nn(this.#o, () => {
			this.#o = null;
		}), this.#c &&= (this.#e.before(this.#c), null))) : this.parent && this.parent.#C(e, t);
	}
	update_pending_count(e, t) {
		this.#C(e, t), this.#l += e, !this.#p || this.#d || (this.#d = !0, Qe(() => {
			this.#d = !1, this.#p && Kt(this.#p, this.#l);
		}));
	}
	get_effect_pending() {
		return this.#m(), H(this.#p);
	}
	error(e) {
		if (e === _e || !this.#n.onerror && !this.#n.failed) throw e;
		M?.is_fork ? (this.#a && M.skip_effect(this.#a), this.#o && M.skip_effect(this.#o), this.#s && M.skip_effect(this.#s), M.oncommit(() => {
			this.#v() || this.#w(e);
		})) : this.#w(e);
	}
	#w(e) {
		this.#a &&= (An(this.#a), null), this.#o &&= (An(this.#o), null), this.#s &&= (An(this.#s), null), w && (we(this.#t), Ee(), we(De()));
		let t = this.#n.failed, n = (e) => {
			if (this.#v()) return;
			let { reset: n, invoke_onerror: r } = this.#_(e);
			r(), t && !this.#v() && (this.#s = this.#S(() => {
				try {
					return En(() => {
						var r = V;
						r.b = this, r.f |= 128, t(this.#e, () => e, () => n);
					});
				} catch (e) {
					return pn(e, this.#i.parent), null;
				}
			}));
		};
		Qe(() => {
			if (!this.#v()) {
				var t;
				try {
					t = this.transform_error(e);
				} catch (e) {
					pn(e, this.#i && this.#i.parent);
					return;
				}
				typeof t == "object" && t && typeof t.then == "function" ? t.then(n, (e) => pn(e, this.#i && this.#i.parent)) : n(t);
			}
		});
	}
};
function q(e, t) {
	var n = t == null ? "" : typeof t == "object" ? `${t}` : t;
	n !== (e[pe] ??= e.nodeValue) && (e[pe] = n, e.nodeValue = `${n}`);
}
function Fr(e, t) {
	return Lr(e, t);
}
var Ir = /* @__PURE__ */ new Map();
function Lr(e, { target: t, anchor: n, props: i = {}, events: a, context: o, intro: s = !0, transformError: c }) {
	rn();
	var l = void 0, u = xn(() => {
		var s = n ?? t.appendChild(an());
		Nr(s, { pending: () => {} }, (t) => {
			O({});
			var n = D;
			if (o && (n.c = o), a && (i.$$events = a), w && Tr(t, null), l = e(t, i) || Je(), w && (V.nodes.end = T, T === null || T.nodeType !== 8 || T.data !== "]")) throw be(), _e;
			k();
		}, c);
		var u = /* @__PURE__ */ new Set(), d = (e) => {
			for (var n = 0; n < e.length; n++) {
				var r = e[n];
				if (!u.has(r)) {
					u.add(r);
					var i = pr(r);
					for (let e of [t, document]) {
						var a = Ir.get(e);
						a === void 0 && (a = /* @__PURE__ */ new Map(), Ir.set(e, a));
						var o = a.get(r);
						o === void 0 ? (e.addEventListener(r, xr, { passive: i }), a.set(r, 1)) : a.set(r, o + 1);
					}
				}
			}
		};
		return d(r(hr)), gr.add(d), () => {
			for (var e of u) for (let n of [t, document]) {
				var r = Ir.get(n), i = r.get(e);
				--i == 0 ? (n.removeEventListener(e, xr), r.delete(e), r.size === 0 && Ir.delete(n)) : r.set(e, i);
			}
			gr.delete(d), s !== n && s.parentNode?.removeChild(s);
		};
	});
	return Rr.set(l, u), l;
}
var Rr = /* @__PURE__ */ new WeakMap();
function zr(e, t) {
	let n = Rr.get(e);
	return n ? (Rr.delete(e), n(t)) : Promise.resolve();
}
// node_modules/svelte/src/internal/client/dom/blocks/branches.js
var Br = class {
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
			if (n) Fn(n), this.#r.delete(t);
			else {
				var r = this.#n.get(t);
				r && (Fn(r.effect), this.#t.set(t, r.effect), this.#n.delete(t), r.fragment.lastChild.remove(), this.anchor.before(r.fragment), n = r.effect);
			}
			for (let [t, n] of this.#e) {
				if (this.#e.delete(t), t === e) break;
				let r = this.#n.get(n);
				r && (An(r.effect), this.#n.delete(n));
			}
			for (let [e, r] of this.#t) {
				if (e === t || this.#r.has(e)) continue;
				let i = () => {
					if (Array.from(this.#e.values()).includes(e)) {
						var t = document.createDocumentFragment();
						Ln(r, t), t.append(an()), this.#n.set(e, {
							effect: r,
							fragment: t
						});
					} else An(r);
					this.#r.delete(e), this.#t.delete(e);
				};
				this.#i || !n ? (this.#r.add(e), Nn(r, i, !1)) : i();
			}
		}
	};
	#o = (e) => {
		this.#e.delete(e);
		let t = Array.from(this.#e.values());
		for (let [e, n] of this.#n) t.includes(e) || (An(n.effect), this.#n.delete(e));
	};
	ensure(e, t) {
		var n = M, r = ln();
		if (t && !this.#t.has(e) && !this.#n.has(e)) {
			if (r) {
				var i = document.createDocumentFragment(), a = an();
				i.append(a), this.#n.set(e, {
					effect: En(() => t(a)),
					fragment: i
				});
			} else this.#t.set(e, En(() => t(this.anchor)));
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
	var i = new Br(e), a = n ? S : 0;
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
	Tn(() => {
		var e = !1;
		t((t, n = 0) => {
			e = !0, o(n, t);
		}), e || o(-1, null);
	}, a);
}
// node_modules/svelte/src/internal/client/dom/blocks/each.js
function Vr(e, t) {
	return t;
}
function Hr(e, t, n) {
	for (var i = [], a = t.length, o, s = t.length, c = 0; c < a; c++) {
		let n = t[c];
		Nn(n, () => {
			if (o) {
				if (o.pending.delete(n), o.done.add(n), o.pending.size === 0) {
					var t = e.outrogroups;
					Ur(e, r(o.done)), t.delete(o), t.size === 0 && (e.outrogroups = null);
				}
			} else --s;
		}, !1);
	}
	if (s === 0) {
		var l = i.length === 0 && n !== null && e.pending.size === 0;
		if (l) {
			var u = n, d = u.parentNode;
			cn(d), d.append(u), e.items.clear();
		}
		Ur(e, t, !l);
	} else o = {
		pending: new Set(t),
		done: /* @__PURE__ */ new Set()
	}, (e.outrogroups ??= /* @__PURE__ */ new Set()).add(o);
}
function Ur(e, t, n = !0) {
	var r;
	if (e.pending.size > 0) {
		r = /* @__PURE__ */ new Set();
		for (let t of e.pending.values()) for (let n of t) r.add(e.items.get(n).e);
	}
	for (var i = 0; i < t.length; i++) {
		var a = t[i];
		r?.has(a) ? (a.f |= ne, Ln(a, document.createDocumentFragment())) : An(t[i], n);
	}
}
var Wr;
function Y(t, n, i, a, o, s = null) {
	var c = t, l = /* @__PURE__ */ new Map();
	if (n & 4) {
		var u = t;
		c = w ? we(/* @__PURE__ */ on(u)) : u.appendChild(an());
	}
	w && Te();
	var d = null, f = /* @__PURE__ */ ht(() => {
		var t = i();
		return e(t) ? t : t == null ? [] : r(t);
	}), p = /* @__PURE__ */ new Map(), m = !0;
	function h(e) {
		if (!(_.effect.f & 16384)) {
			_.pending.delete(e);
			var t = H(f);
			_.fallback = d, Kr(_, t, c, n, a), d !== null && (t.length === 0 ? d.f & 33554432 ? (d.f ^= ne, Jr(d, null, c)) : Fn(d) : Nn(d, () => {
				d = null;
			}));
		}
	}
	function g(e) {
		_.pending.delete(e);
	}
	var _ = {
		effect: Tn(() => {
			var e = H(f), t = e.length;
			let r = !1;
			w && Oe(c) === "[!" != (t === 0) && (c = De(), we(c), Ce(!1), r = !0);
			for (var u = /* @__PURE__ */ new Set(), _ = M, v = ln(), y = 0; y < t; y += 1) {
				w && T.nodeType === 8 && T.data === "]" && (c = T, r = !0, Ce(!1));
				var b = e[y], x = a(b, y), S = m ? null : l.get(x);
				S ? (S.v && Kt(S.v, b), S.i && Kt(S.i, y), v && _.unskip_effect(S.e)) : (S = qr(l, m ? c : Wr ??= an(), b, x, y, o, n, i), m || (S.e.f |= ne), l.set(x, S)), u.add(x);
			}
			if (t === 0 && s && !d && (m ? d = En(() => s(c)) : (d = En(() => s(Wr ??= an())), d.f |= ne)), t > u.size && Pe("", "", ""), w && t > 0 && we(De()), !m) {
				if (p.set(_, u), v) {
					for (let [e, t] of l) u.has(e) || _.skip_effect(t.e);
					_.oncommit(h), _.ondiscard(g);
				} else h(_);
			}
			r && Ce(!0), H(f);
		}),
		flags: n,
		items: l,
		pending: p,
		outrogroups: null,
		fallback: d
	};
	m = !1, w && (c = T);
}
function Gr(e) {
	for (; e !== null && !(e.f & 32);) e = e.next;
	return e;
}
function Kr(e, t, n, i, a) {
	var o = !!(i & 8), s = t.length, c = e.items, l = Gr(e.effect.first), u, d = null, f, p = [], m = [], h, g, _, v;
	if (o) for (v = 0; v < s; v += 1) h = t[v], g = a(h, v), _ = c.get(g).e, _.f & 33554432 || (_.nodes?.a?.measure(), (f ??= /* @__PURE__ */ new Set()).add(_));
	for (v = 0; v < s; v += 1) {
		if (h = t[v], g = a(h, v), _ = c.get(g).e, e.outrogroups !== null) for (let t of e.outrogroups) t.pending.delete(_), t.done.delete(_);
		if (_.f & 8192 && (Fn(_), o && (_.nodes?.a?.unfix(), (f ??= /* @__PURE__ */ new Set()).delete(_))), _.f & 33554432) {
			if (_.f ^= ne, _ === l) Jr(_, null, n);
			else {
				var y = d ? d.next : l;
				_ === e.effect.last && (e.effect.last = _.prev), _.prev && (_.prev.next = _.next), _.next && (_.next.prev = _.prev), Yr(e, d, _), Yr(e, _, y), Jr(_, y, n), d = _, p = [], m = [], l = Gr(d.next);
				continue;
			}
		}
		if (_ !== l) {
			if (u !== void 0 && u.has(_)) {
				if (p.length < m.length) {
					var b = m[0], x;
					d = b.prev;
					var S = p[0], ee = p[p.length - 1];
					for (x = 0; x < p.length; x += 1) Jr(p[x], b, n);
					for (x = 0; x < m.length; x += 1) u.delete(m[x]);
					Yr(e, S.prev, ee.next), Yr(e, d, S), Yr(e, ee, b), l = b, d = ee, --v, p = [], m = [];
				} else u.delete(_), Jr(_, l, n), Yr(e, _.prev, _.next), Yr(e, _, d === null ? e.effect.first : d.next), Yr(e, d, _), d = _;
				continue;
			}
			for (p = [], m = []; l !== null && l !== _;) (u ??= /* @__PURE__ */ new Set()).add(l), m.push(l), l = Gr(l.next);
			if (l === null) continue;
		}
		_.f & 33554432 || p.push(_), d = _, l = Gr(_.next);
	}
	if (e.outrogroups !== null) {
		for (let t of e.outrogroups) t.pending.size === 0 && (Ur(e, r(t.done)), e.outrogroups?.delete(t));
		e.outrogroups.size === 0 && (e.outrogroups = null);
	}
	if (l !== null || u !== void 0) {
		var te = [];
		if (u !== void 0) for (_ of u) _.f & 8192 || te.push(_);
		for (; l !== null;) !(l.f & 8192) && l !== e.fallback && te.push(l), l = Gr(l.next);
		var re = te.length;
		if (re > 0) {
			var ie = i & 4 && s === 0 ? n : null;
			if (o) {
				for (v = 0; v < re; v += 1) te[v].nodes?.a?.measure();
				for (v = 0; v < re; v += 1) te[v].nodes?.a?.fix();
			}
			Hr(e, te, ie);
		}
	}
	o && Qe(() => {
		if (f !== void 0) for (_ of f) _.nodes?.a?.apply();
	});
}
function qr(e, t, n, r, i, a, o, s) {
	var c = o & 1 ? o & 16 ? Ht(n) : /* @__PURE__ */ Ut(n, !1, !1) : null, l = o & 2 ? Ht(i) : null;
	return {
		v: c,
		i: l,
		e: En(() => (a(t, c ?? n, l ?? i, s), () => {
			e.delete(r);
		}))
	};
}
function Jr(e, t, n) {
	if (e.nodes) for (var r = e.nodes.start, i = e.nodes.end, a = t && !(t.f & 33554432) ? t.nodes.start : n; r !== null;) {
		var o = /* @__PURE__ */ sn(r);
		if (a.before(r), r === i) return;
		r = o;
	}
}
function Yr(e, t, n) {
	t === null ? e.effect.first = n : t.next = n, n === null ? e.effect.last = t : n.prev = t;
}
// node_modules/svelte/src/internal/client/dom/blocks/snippet.js
function Xr(e, t, ...n) {
	var r = new Br(e);
	Tn(() => {
		let e = t() ?? null;
		r.ensure(e, e && ((t) => e(t, ...n)));
	}, S);
}
// node_modules/svelte/src/internal/client/dom/css.js
function X(e, t) {
	Sn(() => {
		e = V?.parent?.nodes?.start ?? e;
		var n = e.getRootNode(), r = n.host ? n : n.head ?? n.ownerDocument.head;
		if (!r.querySelector("#" + t.hash)) {
			let e = un("style");
			e.id = t.hash, e.textContent = t.code, r.appendChild(e);
		}
	});
}
// node_modules/clsx/dist/clsx.mjs
function Zr(e) {
	var t, n, r = "";
	if (typeof e == "string" || typeof e == "number") r += e;
	else if (typeof e == "object") {
		if (Array.isArray(e)) {
			var i = e.length;
			for (t = 0; t < i; t++) e[t] && (n = Zr(e[t])) && (r && (r += " "), r += n);
		} else for (n in e) e[n] && (r && (r += " "), r += n);
	}
	return r;
}
function Qr() {
	for (var e, t, n = 0, r = "", i = arguments.length; n < i; n++) (e = arguments[n]) && (t = Zr(e)) && (r && (r += " "), r += t);
	return r;
}
// node_modules/svelte/src/internal/shared/attributes.js
function $r(e) {
	return typeof e == "object" ? Qr(e) : e ?? "";
}
var ei = [..." 	\n\r\f\xA0\v﻿"];
function ti(e, t, n) {
	var r = e == null ? "" : "" + e;
	if (t && (r = r ? r + " " + t : t), n) {
		for (var i of Object.keys(n)) if (n[i]) r = r ? r + " " + i : i;
		else if (r.length) for (var a = i.length, o = 0; (o = r.indexOf(i, o)) >= 0;) {
			var s = o + a;
			(o === 0 || ei.includes(r[o - 1])) && (s === r.length || ei.includes(r[s])) ? r = (o === 0 ? "" : r.substring(0, o)) + r.substring(s + 1) : o = s;
		}
	}
	return r === "" ? null : r;
}
// node_modules/svelte/src/internal/client/dom/elements/class.js
function ni(e, t, n, r, i, a) {
	var o = e[de];
	if (w || o !== n || o === void 0) {
		var s = ti(n, r, a);
		w && s === e.getAttribute("class") || (s == null ? e.removeAttribute("class") : t ? e.className = s : e.setAttribute("class", s)), e[de] = n;
	} else if (a && i !== a) for (var c in a) {
		var l = !!a[c];
		(i == null || l !== !!i[c]) && e.classList.toggle(c, l);
	}
	return a;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/select.js
function ri(e, t) {
	t ? e.hasAttribute("selected") || e.setAttribute("selected", "") : e.removeAttribute("selected");
}
function ii(t, n) {
	var r = t.__defaultValue, i = t.multiple, a = i ? r ?? [] : null;
	if (!i || e(a)) {
		var o = t.selectedIndex, s = n && i ? new Set(t.selectedOptions) : null;
		for (var c of t.options) {
			var l = ci(c);
			ri(c, i ? a.includes(l) : Qt(l, r));
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
function ai(t, n, r = !1) {
	if (t.multiple) {
		if (n == null) return;
		if (!e(n)) return xe();
		for (var i of t.options) i.selected = n.includes(ci(i));
	} else {
		for (i of t.options) if (Qt(ci(i), n)) {
			i.selected = !0;
			return;
		}
		r && n === void 0 || (t.selectedIndex = -1);
	}
}
function oi(e) {
	var t = new MutationObserver((t) => {
		t.every(li) || ("__defaultValue" in e && ii(e, !1), "__value" in e && ai(e, e.__value));
	});
	t.observe(e, {
		childList: !0,
		subtree: !0,
		attributes: !0,
		attributeFilter: ["value"]
	}), vn(() => {
		t.disconnect();
	});
}
function si(e, t, n = t) {
	var r = /* @__PURE__ */ new WeakSet(), i = !0;
	st(e, "change", (t) => {
		var i = t ? "[selected]" : ":checked", a;
		if (e.multiple) a = [].map.call(e.querySelectorAll(i), ci);
		else {
			var o = e.querySelector(i) ?? e.querySelector("option:not([disabled])");
			a = o && ci(o);
		}
		n(a), e.__value = a, M !== null && r.add(M);
	}), Sn(() => {
		var a = t();
		if (e === document.activeElement) {
			var o = M;
			if (r.has(o)) return;
		}
		if (ai(e, a, i), i && a === void 0) {
			var s = e.querySelector(":checked");
			s !== null && (a = ci(s), n(a));
		}
		e.__value = a, i = !1;
	});
}
function ci(e) {
	return "__value" in e ? e.__value : e.value;
}
function li(e) {
	if (e.target.closest("selectedcontent") !== null) return !0;
	if (e.type === "childList") {
		var t = [...e.addedNodes, ...e.removedNodes];
		return t.length > 0 && t.every((e) => e.nodeName === "SELECTEDCONTENT");
	}
	return !1;
}
// node_modules/svelte/src/internal/client/dom/elements/attributes.js
var ui = Symbol("is custom element"), di = Symbol("is html"), fi = ge ? "link" : "LINK", pi = ge ? "progress" : "PROGRESS";
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
		e[me] = n, Qe(n), at();
	}
}
function mi(e, t) {
	var n = gi(e);
	n.value !== (n.value = t ?? void 0) && (e.value !== t || t === 0 && e.nodeName === pi) && (e.value = t ?? "");
}
function hi(e, t) {
	var n = gi(e);
	n.checked !== (n.checked = t ?? void 0) && (e.checked = t);
}
function Q(e, t, n, r) {
	var i = gi(e);
	if (!(w && (i[t] = e.getAttribute(t), t === "src" || t === "srcset" || t === "href" && e.nodeName === fi))) {
		var a = i[t];
		a !== (i[t] = n) && (t === "loading" && (e[le] = n), n == null ? e.removeAttribute(t) : typeof n != "string" && vi(e).has(t) ? e[t] = n : (!w || typeof n != "number" && typeof n != "boolean" || a !== String(n)) && e.setAttribute(t, n));
	}
}
function gi(e) {
	return e[ue] ??= {
		[ui]: e.nodeName.includes("-"),
		[di]: e.namespaceURI === ve
	};
}
var _i = /* @__PURE__ */ new Map();
function vi(e) {
	var t = e.getAttribute("is") || e.nodeName, n = _i.get(t);
	if (n) return n;
	_i.set(t, n = /* @__PURE__ */ new Set());
	for (var r, i = e, a = Element.prototype; a !== i;) {
		for (var s in r = o(i), r) r[s].set && s !== "innerHTML" && s !== "textContent" && s !== "innerText" && n.add(s);
		i = l(i);
	}
	return n;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/input.js
function yi(e, t, n = t) {
	var r = /* @__PURE__ */ new WeakSet();
	st(e, "input", async (i) => {
		var a = i ? e.defaultValue : e.value;
		if (a = wi(e) ? Ti(a) : a, n(a), M !== null && r.add(M), await cr(), a !== (a = t())) {
			var o = e.selectionStart, s = e.selectionEnd, c = e.value.length;
			if (e.value = a ?? "", s !== null) {
				var l = e.value.length;
				o === s && s === c && l > c ? (e.selectionStart = l, e.selectionEnd = l) : (e.selectionStart = o, e.selectionEnd = Math.min(s, l));
			}
		}
	}), (w && e.defaultValue !== e.value || dr(t) == null && e.value) && (n(wi(e) ? Ti(e.value) : e.value), M !== null && r.add(M)), wn(() => {
		var n = t();
		if (e === document.activeElement) {
			var i = M;
			if (r.has(i)) return;
		}
		wi(e) && n === Ti(e.value) || (e.type !== "date" || n || e.value) && n !== e.value && (e.value = n ?? "");
	});
}
var bi = /* @__PURE__ */ new Set();
function xi(e, t, n, r, i = r) {
	var a = n.getAttribute("type") === "checkbox", o = e;
	let s = !1;
	if (t !== null) for (var c of t) o = o[c] ??= [];
	o.push(n), st(n, "change", () => {
		var e = n.__value;
		a && (e = Ci(o, e, n.checked)), i(e);
	}, () => i(a ? [] : null)), wn(() => {
		var e = r();
		w && n.defaultChecked !== n.checked ? s = !0 : a ? (e ||= [], n.checked = e.includes(n.__value)) : n.checked = Qt(n.__value, e);
	}), vn(() => {
		var e = o.indexOf(n);
		e !== -1 && o.splice(e, 1);
	}), bi.has(o) || (bi.add(o), Qe(() => {
		o.sort((e, t) => e.compareDocumentPosition(t) === 4 ? -1 : 1), bi.delete(o);
	})), Qe(() => {
		if (s) {
			var e = a ? Ci(o, e, n.checked) : o.find((e) => e.checked)?.__value;
			i(e);
		}
	});
}
function Si(e, t, n = t) {
	st(e, "change", (t) => {
		n(t ? e.defaultChecked : e.checked);
	}), (w && e.defaultChecked !== e.checked || dr(t) == null) && n(e.checked), wn(() => {
		e.checked = !!t();
	});
}
function Ci(e, t, n) {
	for (var r = /* @__PURE__ */ new Set(), i = 0; i < e.length; i += 1) e[i].checked && r.add(e[i].__value);
	return n || r.delete(t), Array.from(r);
}
function wi(e) {
	var t = e.type;
	return t === "number" || t === "range";
}
function Ti(e) {
	return e === "" ? null : +e;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/this.js
function Ei(e, t) {
	return e === t || e?.[oe] === t;
}
function Di(e = Je(), t, n, r) {
	var i = D.r, a = V;
	return Sn(() => {
		var o, s;
		return wn(() => {
			o = s, s = r?.() || [], dr(() => {
				Ei(n(...s), e) || (t(e, ...s), o && Ei(n(...o), e) && t(null, ...o));
			});
		}), () => {
			let r = a;
			for (; r !== i && r.parent !== null && r.parent.f & 33554432;) r = r.parent;
			let o = () => {
				s && Ei(n(...s), e) && t(null, ...s);
			}, c = r.teardown;
			r.teardown = () => {
				o(), c?.();
			};
		};
	}), e;
}
// node_modules/svelte/src/internal/client/reactivity/store.js
var Oi = !1;
function ki(e) {
	var t = Oi;
	try {
		return Oi = !1, [e(), Oi];
	} finally {
		Oi = t;
	}
}
// node_modules/svelte/src/internal/client/reactivity/props.js
function Ai(e, t, n, r) {
	var i = !0, o = !!(n & 8), s = !!(n & 16), c = r, l = !0, u = void 0, d = () => s && i ? (u ??= /* @__PURE__ */ ft(r), H(u)) : (l && (l = !1, c = s ? dr(r) : r), c);
	let f;
	if (o) {
		var p = oe in e || ce in e;
		f = a(e, t)?.set ?? (p && t in e ? (n) => e[t] = n : void 0);
	}
	var m, h = !1;
	o ? [m, h] = ki(() => e[t]) : m = e[t], m === void 0 && r !== void 0 && (m = d(), f && (i && ze(t), f(m)));
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
	var v = !1, y = (n & 1 ? ft : ht)(() => (v = !1, g()));
	o && H(y);
	var b = V;
	return (function(e, t) {
		if (arguments.length > 0) {
			let n = t ? H(y) : i && o ? Xt(e) : e;
			return P(y, n), v = !0, c !== void 0 && (c = n), e;
		}
		return zn && v || b.f & 16384 ? y.v : H(y);
	});
}
function ji(e) {
	D === null && Me("onMount"), yn(() => {
		let t = dr(e);
		if (typeof t == "function") return t;
	});
}
// src/lib/api.svelte.ts
var Mi = class extends Error {
	problem;
	constructor(e) {
		super(e.message), this.problem = e;
	}
}, Ni = Array.from(crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(8)), (e) => e.toString(16)).join(""), Pi = /* @__PURE__ */ new Map(), Fi = 300, Ii = 2500, Li = Xt({ away: !1 });
async function Ri(e, t, n = e) {
	Pi.get(n)?.abort();
	let r = new AbortController();
	Pi.set(n, r);
	try {
		for (let n = 0;; n++) {
			let i = await Bi(e, t, r.signal);
			if (Li.away = i === null && n > 1, i !== null) return await Vi(i);
			await Hi(Math.min(Fi * 2 ** n, Ii), r.signal);
		}
	} finally {
		Pi.get(n) === r && Pi.delete(n);
	}
}
function zi(e) {
	Bi = e;
}
var Bi = async (e, t, n) => {
	try {
		let r = {
			"Content-Type": "application/json",
			"X-Page": Ni
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
async function Vi(e) {
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
	throw new Mi(n);
}
function Hi(e, t) {
	return new Promise((n, r) => {
		let i = setTimeout(n, e);
		t.addEventListener("abort", () => {
			clearTimeout(i), r(t.reason);
		});
	});
}
function Ui(e) {
	return e instanceof Mi ? e.problem : e instanceof DOMException && e.name === "AbortError" ? null : {
		error: "Error",
		message: String(e)
	};
}
// src/lib/model.ts
var Wi = {
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
function Gi(e) {
	return typeof e == "object" && !!e && !Array.isArray(e);
}
function Ki(e) {
	return Array.isArray(e) && e.every((e) => typeof e == "string");
}
function qi(e) {
	if (!Gi(e) || !Gi(e.worlds) || !Gi(e.relations)) return !1;
	let { agents: t = [], atoms: n = [], weights: r = {}, threshold: i = {}, ranks: a = {} } = e;
	return [
		...Object.values(e.worlds),
		t,
		n
	].every(Ki) && [
		...Object.values(e.relations),
		r,
		i,
		a
	].every(Gi);
}
function Ji(e) {
	return e.agents ?? Object.keys(e.relations);
}
function Yi(e) {
	return [.../* @__PURE__ */ new Set([...e.atoms ?? [], ...Object.values(e.worlds).flat()])];
}
function Xi(e) {
	return e ? "edges" in e ? e.edges : "partition" in e ? e.partition.flatMap((e) => Zi(e, e)) : e.members.flatMap(([e, t]) => Zi([.../* @__PURE__ */ new Set([...e, ...t])], t)) : [];
}
function Zi(e, t) {
	return e.flatMap((e) => t.map((t) => [e, t]));
}
function Qi(e, t) {
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
function $i(e) {
	for (let t = 1;; t++) {
		let n = `w${t}`;
		if (!(n in e.worlds)) return n;
	}
}
function ea(e, t) {
	let n = ha(e, (e) => "partition" in e ? { partition: [...e.partition, [t]] } : e), r = e.ranks && ga(e.ranks, (e) => ({
		...e,
		[t]: 0
	})), i = e.weights && ga(e.weights, (e) => ({
		...e,
		[t]: 1
	}));
	return ya({
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
function ta(e, t) {
	let n = _a(e.worlds, t), r = ha(e, (e) => "partition" in e ? { partition: e.partition.map((e) => e.filter((e) => e !== t)).filter((e) => e.length) } : { edges: Xi(e).filter(([e, n]) => e !== t && n !== t) }), i = e.ranks && ga(e.ranks, (e) => _a(e, t)), a = e.weights && ga(e.weights, (e) => _a(e, t)), o = e.actual === t ? null : e.actual;
	return ya({
		...e,
		worlds: n,
		relations: r,
		actual: o,
		...i && { ranks: i },
		...a && { weights: a }
	});
}
function na(e, t, n) {
	let r = (e) => e === t ? n : e, i = (e) => Object.fromEntries(Object.entries(e).map(([e, t]) => [r(e), t])), a = ha(e, (e) => "partition" in e ? { partition: e.partition.map((e) => e.map(r)) } : { edges: Xi(e).map(([e, t]) => [r(e), r(t)]) }), o = e.weights && Object.fromEntries(Object.entries(e.weights).map(([e, t]) => [e, i(t)])), s = e.ranks && Object.fromEntries(Object.entries(e.ranks).map(([e, t]) => [e, i(t)]));
	return {
		...e,
		worlds: i(e.worlds),
		relations: a,
		actual: e.actual && r(e.actual),
		...o && { weights: o },
		...s && { ranks: s }
	};
}
function ra(e, t, n) {
	let r = e.worlds[t] ?? [], i = r.includes(n) ? r.filter((e) => e !== n) : [...r, n];
	return {
		...e,
		worlds: {
			...e.worlds,
			[t]: i
		}
	};
}
function ia(e, t) {
	return {
		...e,
		atoms: [.../* @__PURE__ */ new Set([...Yi(e), t])]
	};
}
function aa(e, t) {
	let n = Object.keys(e.worlds).map((e) => [e]);
	return {
		...e,
		agents: [.../* @__PURE__ */ new Set([...Ji(e), t])],
		relations: {
			...e.relations,
			[t]: { partition: n }
		}
	};
}
function oa(e, t) {
	return {
		...va(e, t),
		agents: Ji(e).filter((e) => e !== t),
		relations: _a(e.relations, t)
	};
}
function sa(e, t, n, r, i) {
	let a = Xi(e.relations[t]), o = a.some(([e, t]) => e === n && t === r), s = Object.keys(e.worlds), c;
	return c = i ? o ? { partition: Qi(s, a.filter(([e, t]) => e !== r && t !== r)) } : { partition: Qi(s, [...a, [n, r]]) } : { edges: o ? a.filter(([e, t]) => e !== n || t !== r) : [...a, [n, r]] }, ya({
		...e,
		relations: {
			...e.relations,
			[t]: c
		}
	});
}
function ca(e, t) {
	let n = Qi(Object.keys(e.worlds), Xi(e.relations[t]));
	return ya({
		...e,
		relations: {
			...e.relations,
			[t]: { partition: n }
		}
	});
}
function la(e, t) {
	return e.weights?.[t] ? "weights" : e.ranks?.[t] ? "ranks" : "none";
}
function ua(e, t, n) {
	let r = va(e, t);
	return n === "none" ? r : n === "ranks" ? {
		...r,
		ranks: {
			...r.ranks,
			[t]: ga(e.worlds, () => 0)
		}
	} : {
		...r,
		weights: {
			...r.weights,
			[t]: ga(e.worlds, () => 1)
		},
		threshold: {
			...r.threshold,
			[t]: .5
		}
	};
}
function da(e, t, n, r) {
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
function fa(e, t, n, r) {
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
function pa(e, t, n) {
	return {
		...e,
		threshold: {
			...e.threshold,
			[t]: n
		}
	};
}
function ma(e) {
	let [, t, n] = /^(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:\/(\d{1,9}))?$/.exec(e.trim()) ?? [], r = Number(t) / Number(n ?? 1);
	return r >= 0 && r <= 1 && !(n && t.includes("."));
}
function ha(e, t) {
	return ga(e.relations, t);
}
function ga(e, t) {
	return Object.fromEntries(Object.entries(e).map(([e, n]) => [e, t(n)]));
}
function _a(e, t) {
	return Object.fromEntries(Object.entries(e).filter(([e]) => e !== t));
}
function va(e, t) {
	let n = (e) => e && Object.keys(e).some((e) => e !== t) ? _a(e, t) : void 0, { weights: r, threshold: i, ranks: a, ...o } = e, s = {
		weights: n(r),
		threshold: n(i),
		ranks: n(a)
	};
	return {
		...o,
		...Object.fromEntries(Object.entries(s).filter(([, e]) => e))
	};
}
function ya(e) {
	return Object.keys(e.weights ?? {}).filter((t) => !("partition" in (e.relations[t] ?? {}))).reduce(va, e);
}
// src/lib/share.ts
async function ba(e) {
	let t = await Ca(e);
	if (!qi(t?.model)) throw Error("expected a model with worlds and relations");
	return {
		model: t.model,
		places: t.places ?? null,
		formula: String(t.formula ?? "")
	};
}
async function xa(e) {
	let t = await wa(new TextEncoder().encode(JSON.stringify(e)), new CompressionStream("deflate-raw"));
	return btoa(String.fromCharCode(...t)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
var Sa = 4e6;
async function Ca(e) {
	let t = atob(e.replaceAll("-", "+").replaceAll("_", "/")), n = Uint8Array.from(t, (e) => e.charCodeAt(0));
	return JSON.parse(new TextDecoder().decode(await wa(n, new DecompressionStream("deflate-raw"))));
}
async function wa(e, t) {
	let n = new Blob([e]).stream().pipeThrough(t).getReader(), r = [], i = 0;
	for (;;) {
		let { done: e, value: t } = await n.read();
		if (e) break;
		if (i += t.length, i > Sa) throw Error(`the link holds more than ${Sa} bytes`);
		r.push(t);
	}
	let a = new Uint8Array(i), o = 0;
	for (let e of r) a.set(e, o), o += e.length;
	return a;
}
// src/lib/session.svelte.ts
var Ta = "whoknows", Ea = "K_a p", Da = {
	layout: null,
	legend: !0,
	compact: !1
}, Oa = 0, $ = new class {
	topic = Oa++;
	closed = !0;
	#e = /* @__PURE__ */ N([{
		id: 0,
		before: null,
		label: "a model",
		model: Wi,
		places: null
	}]);
	get moments() {
		return H(this.#e);
	}
	set moments(e) {
		P(this.#e, e);
	}
	#t = /* @__PURE__ */ N(0);
	get now() {
		return H(this.#t);
	}
	set now(e) {
		P(this.#t, e, !0);
	}
	#n = /* @__PURE__ */ N([]);
	get undone() {
		return H(this.#n);
	}
	set undone(e) {
		P(this.#n, e);
	}
	#r = /* @__PURE__ */ N(null);
	get picture() {
		return H(this.#r);
	}
	set picture(e) {
		P(this.#r, e);
	}
	#i = /* @__PURE__ */ N(Da);
	get look() {
		return H(this.#i);
	}
	set look(e) {
		P(this.#i, e);
	}
	#a = /* @__PURE__ */ N(null);
	get pictured() {
		return H(this.#a);
	}
	set pictured(e) {
		P(this.#a, e);
	}
	#o = /* @__PURE__ */ N(null);
	get drawing() {
		return H(this.#o);
	}
	set drawing(e) {
		P(this.#o, e);
	}
	#s = /* @__PURE__ */ N(Ea);
	get formula() {
		return H(this.#s);
	}
	set formula(e) {
		P(this.#s, e, !0);
	}
	#c = /* @__PURE__ */ N(null);
	get checked() {
		return H(this.#c);
	}
	set checked(e) {
		P(this.#c, e);
	}
	#l = /* @__PURE__ */ N(null);
	get mistake() {
		return H(this.#l);
	}
	set mistake(e) {
		P(this.#l, e);
	}
	#u = /* @__PURE__ */ N(0);
	get part() {
		return H(this.#u);
	}
	set part(e) {
		P(this.#u, e, !0);
	}
	#d = /* @__PURE__ */ N(null);
	get reasons() {
		return H(this.#d);
	}
	set reasons(e) {
		P(this.#d, e);
	}
	#f = /* @__PURE__ */ N(null);
	get proved() {
		return H(this.#f);
	}
	set proved(e) {
		P(this.#f, e);
	}
	#p = /* @__PURE__ */ N(null);
	get refused() {
		return H(this.#p);
	}
	set refused(e) {
		P(this.#p, e);
	}
	#m = /* @__PURE__ */ N(null);
	get selected() {
		return H(this.#m);
	}
	set selected(e) {
		P(this.#m, e, !0);
	}
	#h = /* @__PURE__ */ N([]);
	get lit() {
		return H(this.#h);
	}
	set lit(e) {
		P(this.#h, e);
	}
	#g = /* @__PURE__ */ N([]);
	get eye() {
		return H(this.#g);
	}
	set eye(e) {
		P(this.#g, e);
	}
	#_ = /* @__PURE__ */ N(null);
	get story() {
		return H(this.#_);
	}
	set story(e) {
		P(this.#_, e);
	}
	constructor(e, t) {
		e && (this.stored = !1, this.moments = [{
			id: 0,
			before: null,
			label: "start",
			model: e,
			places: null
		}], this.formula = t ?? "");
	}
	stored = !0;
	get moment() {
		return this.moments.find((e) => e.id === this.now);
	}
	get model() {
		return this.moment.model;
	}
	told = null;
	async embed(e, t, n) {
		this.told = n, this.open(e, "the model"), this.formula = t, await Promise.all([this.draw(), this.check()]);
	}
	get embedded() {
		return this.told !== null;
	}
	async start() {
		let e = location.hash.startsWith("#/") ? "" : location.hash.slice(1);
		try {
			if (e) {
				let { model: t, places: n, formula: r } = await ba(e);
				this.open(t, "a shared model", n), this.formula = r;
			} else {
				let e = localStorage.getItem(Ta);
				e && this.restore(JSON.parse(e));
			}
		} catch (t) {
			this.refused = {
				error: "Error",
				message: `the ${e ? "link" : "stored document"} cannot be read: ${t}`
			};
		}
		await Promise.all([this.draw(), this.check()]);
	}
	restore({ moments: e, now: t, formula: n, look: r }) {
		e.some((e) => e.id === t) && ([this.moments, this.now, this.formula, this.look] = [
			e,
			t,
			n,
			{
				...Da,
				...r
			}
		]);
	}
	save() {
		if (!this.stored) return;
		if (this.told) {
			this.told(this.model, this.formula);
			return;
		}
		let e = {
			moments: this.moments,
			now: this.now,
			formula: this.formula,
			look: this.look
		};
		try {
			localStorage.setItem(Ta, JSON.stringify(e));
		} catch {
			this.refused = {
				error: "Full",
				message: "the browser's storage is full: this document is not saved"
			};
		}
	}
	async link() {
		let e = this.placesNow(), t = {
			model: this.model,
			places: e,
			formula: this.formula
		};
		return `${location.origin}${location.pathname}#${await xa(t)}`;
	}
	open(e, t, n = null) {
		this.moments = [{
			id: 0,
			before: null,
			label: t,
			model: e,
			places: n
		}], [this.now, this.undone, this.selected, this.eye, this.story] = [
			0,
			[],
			null,
			[],
			null
		];
	}
	async show(e, t) {
		this.open(e, t), await this.refresh();
	}
	async become(e, t, n = null) {
		let r = Math.max(...this.moments.map((e) => e.id)) + 1, i = {
			id: r,
			before: this.now,
			label: t,
			model: e,
			places: this.look.layout ? null : n ?? this.placesNow()
		};
		this.moments = [...this.moments, i].slice(-60), [this.now, this.undone] = [r, []], this.selected !== null && !(this.selected in e.worlds) && (this.selected = null), await this.refresh();
	}
	async go(e) {
		e !== this.now && (this.now = e, this.selected !== null && !(this.selected in this.model.worlds) && (this.selected = null), await this.refresh());
	}
	get canUndo() {
		return this.moments.some((e) => e.id === this.moment.before);
	}
	async undo() {
		this.canUndo && (this.undone = [...this.undone, this.now], await this.go(this.moment.before));
	}
	async redo() {
		let e = this.undone.at(-1);
		e !== void 0 && (this.undone = this.undone.slice(0, -1), await this.go(e));
	}
	placesNow() {
		return !this.picture || this.pictured !== this.model ? this.moment.places : Object.fromEntries(this.picture.worlds.map((e) => [e.name, [e.x, e.y]]));
	}
	async see(e) {
		let t = e.layout !== this.look.layout;
		this.look = e, t && this.keep(null), await this.draw(), this.save();
	}
	keep(e) {
		this.moments = this.moments.map((t) => t.id === this.now ? {
			...t,
			places: e
		} : t);
	}
	async place(e) {
		this.look = {
			...this.look,
			layout: null
		}, this.keep(e), await this.draw(), this.save();
	}
	async refresh() {
		[this.reasons, this.proved, this.refused, this.lit] = [
			null,
			null,
			null,
			[]
		], this.save(), await Promise.all([this.draw(), this.check()]);
	}
	async draw() {
		let { model: e, places: t } = this.moment;
		try {
			this.picture = await Ri("picture", {
				model: e,
				places: t,
				look: this.look
			}, `picture ${this.topic}`), this.pictured = e, this.drawing = null;
		} catch (e) {
			let t = Ui(e);
			t && ([this.drawing, this.picture] = [t, null]);
		}
	}
	async check() {
		if (!this.formula.trim()) [this.checked, this.mistake] = [null, null];
		else try {
			this.checked = await Ri("formula", {
				model: this.model,
				formula: this.formula
			}, `formula ${this.topic}`), [this.mistake, this.part] = [null, 0];
		} catch (e) {
			let t = Ui(e);
			t && ([this.mistake, this.checked] = [t, null]);
		}
	}
	async type(e) {
		this.formula = e, [this.reasons, this.proved] = [null, null], this.save(), await this.check();
	}
	get here() {
		return this.selected ?? this.model.actual ?? null;
	}
	get hereText() {
		return this.here === null ? "the first world" : this.here === this.model.actual && this.here.length > 16 ? "the actual world" : this.here;
	}
	async why() {
		let e = this.here ?? Object.keys(this.model.worlds)[0];
		try {
			this.reasons = (await Ri("reasons", {
				model: this.model,
				formula: this.formula,
				at: e
			})).rows;
		} catch (e) {
			this.mistake = Ui(e) ?? this.mistake;
		}
	}
	async prove(e) {
		try {
			this.proved = await Ri("proof", {
				formula: this.formula,
				logic: e
			});
		} catch (e) {
			this.mistake = Ui(e) ?? this.mistake;
		}
	}
	async happen(e, t) {
		this.refused = null;
		try {
			let { model: n, parents: r } = await Ri("change", {
				model: this.model,
				change: e
			});
			return await this.become(n, t, this.inherited(r)), !0;
		} catch (e) {
			return this.refused = Ui(e) ?? this.refused, !1;
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
}(), ka = ":root{--ink:#1d2129;--pale:#5c6370;--line:#d9dce3;--ground:#f4f5f8;--paper:#fff;--accent:#074a94;--accent-soft:#e6eef8;--true:#ffdc73;--good:#0b6b3a;--bad:#a32018;--bad-soft:#fdeceb;--math:\"STIX Two Text\", \"Cambria Math\", \"DejaVu Serif\", Georgia, serif;--sans:\"Inter\", system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif;--radius:10px}*{box-sizing:border-box}html,body,#app{height:100%}body{background:var(--ground);color:var(--ink);font:15px/1.45 var(--sans);margin:0}h1,h2,h3,p{margin:0}h2{letter-spacing:.02em;color:var(--pale);font-size:13px;font-weight:600}button,input,select,textarea{font:inherit;color:inherit}button,select,.button{border:1px solid var(--line);background:var(--paper);cursor:pointer;border-radius:8px;min-height:34px;padding:4px 12px}button:hover:not(:disabled),.button:hover{background:#fafbfd;border-color:#aeb5c2}button:disabled{color:#767d8a;cursor:default}button.primary{border-color:var(--accent);background:var(--accent);color:#fff}button.primary:hover:not(:disabled){background:#0a5cb5}button.primary:disabled{border-color:var(--line);background:var(--ground);color:#767d8a}button.quiet{background:0 0;border-color:#0000}button[aria-pressed=true]{border-color:var(--accent);background:var(--accent-soft);color:var(--accent)}input[type=text],textarea,select{background:var(--paper);border:1px solid #b9bfca;border-radius:8px;width:100%;min-height:36px;padding:6px 10px}select{width:auto}:focus-visible{outline-offset:1px;outline:3px solid #5b9bea}.card{border:1px solid var(--line);border-radius:var(--radius);background:var(--paper);gap:10px;padding:14px 16px;display:grid}.row{flex-wrap:wrap;align-items:center;gap:8px;display:flex}.pale{color:var(--pale)}.small{font-size:13px}.math{font-family:var(--math);font-size:18px}.problem{border-left:3px solid var(--bad);background:var(--bad-soft);white-space:pre-wrap;overflow-wrap:anywhere;border-radius:4px;padding:8px 12px;font-size:14px}.badge{background:var(--ground);border-radius:999px;padding:1px 9px;font-size:13px;font-weight:600;display:inline-block}.badge.good{color:var(--good);background:#e2f3e9}.badge.bad{background:var(--bad-soft);color:var(--bad)}.hidden{clip-path:inset(50%);white-space:nowrap;width:1px;height:1px;position:absolute;overflow:hidden}@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}";
// node_modules/svelte/src/internal/disclose-version.js
typeof window < "u" && ((window.__svelte ??= {}).v ??= /* @__PURE__ */ new Set()).add("5");
// src/lib/saving.ts
function Aa(e, t, n) {
	let r = document.createElement("a");
	r.href = URL.createObjectURL(new Blob([e], { type: t })), r.download = n, r.click(), setTimeout(() => URL.revokeObjectURL(r.href), 1e4);
}
function ja(e) {
	return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(e)}`;
}
// src/parts/Sheet.svelte
var Ma = /* @__PURE__ */ G("<dialog aria-labelledby=\"sheet-title\" class=\"svelte-7kegbp\"><div class=\"head svelte-7kegbp\"><h2 id=\"sheet-title\"> </h2> <button class=\"quiet\">Close</button></div> <!></dialog>"), Na = {
	hash: "svelte-7kegbp",
	code: "dialog.svelte-7kegbp {width:min(1100px, calc(100vw - 24px));padding:16px 20px 20px;border:0;border-radius:14px;box-shadow:0 20px 60px rgb(0 0 0 / 25%);}dialog.svelte-7kegbp::backdrop {background:rgb(20 24 32 / 45%);}.head.svelte-7kegbp {display:flex;justify-content:space-between;align-items:center;margin-bottom:10px;}"
};
function Pa(e, t) {
	O(t, !0), X(e, Na);
	let n;
	ji(() => n.showModal());
	var r = Ma(), i = F(r), a = F(i), o = L(a, !0), s = R(a, 2);
	E(i), Xr(R(i, 2), () => t.children), E(r), Di(r, (e) => n = e, () => n), z(() => q(o, t.title)), vr("close", r, function(...e) {
		t.close?.apply(this, e);
	}), U("click", s, function(...e) {
		t.close?.apply(this, e);
	}), K(e, r), k();
}
W(["click"]);
// src/lib/formula.ts
function Fa(e, t) {
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
var Ia = /(?<![\w'])(Bstrong|Bsafe|Kw|Kv|[KMBECDR](?:\^\d+)?)_(\{[^}]*\}|\w+)/gu;
function La(e) {
	let t = [], n = 0;
	for (let r of e.matchAll(Ia)) t.push([e.slice(n, r.index) + r[1], r[2].replace(/^\{|\}$/g, "")]), n = r.index + r[0].length;
	return n < e.length && t.push([e.slice(n), ""]), t;
}
var Ra = /(Bstrong|Bsafe|Kw|Kv|[KMBECDR])(?:\^(\d+))?_(?:\{([^}]*)\}|(\w+))|("[^"]*"|@?\p{L}[\w']*(?:\([^()\s]*\))?(?:=[\w']+)?)|(\d+(?:\.\d+)?(?:\/\d+)?)|(\S)/gu;
function za(e) {
	return [...e.matchAll(Ra)].map(([, e, t, n, r, i, a, o]) => e ? {
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
var Ba = /* @__PURE__ */ G("<sub class=\"svelte-1iudouo\"> </sub>"), Va = /* @__PURE__ */ G(" <!>", 1), Ha = /* @__PURE__ */ G("<span class=\"math svelte-1iudouo\"></span>"), Ua = {
	hash: "svelte-1iudouo",
	code: ".math.svelte-1iudouo {font-size:1.1em;}sub.svelte-1iudouo {font-size:72%;}"
};
function Wa(e, t) {
	O(t, !0), X(e, Ua);
	var n = Ha();
	Y(n, 21, () => La(t.text), Vr, (e, t) => {
		var n = /* @__PURE__ */ j(() => m(H(t), 2));
		let r = () => H(n)[0], i = () => H(n)[1];
		Ee();
		var a = Va(), o = I(a, !0), s = R(o), c = (e) => {
			var t = Ba(), n = L(t, !0);
			z(() => q(n, i())), K(e, t);
		};
		J(s, (e) => {
			i() && e(c);
		}), z(() => q(o, r())), K(e, a);
	}), E(n), K(e, n), k();
}
// src/parts/Compare.svelte
var Ga = /* @__PURE__ */ G("<option> </option>"), Ka = /* @__PURE__ */ G("<label>Moment <select></select></label>"), qa = /* @__PURE__ */ G("<span class=\"pale\"> </span>"), Ja = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), Ya = /* @__PURE__ */ G("<p class=\"pale svelte-hf353t\">There is no other moment yet: change the model, or open a file.</p>"), Xa = /* @__PURE__ */ G("<span class=\"badge good\">bisimilar</span> ", 1), Za = /* @__PURE__ */ G("<span class=\"badge bad\">not bisimilar</span> <!> <button>Look where it holds</button>", 1), Qa = /* @__PURE__ */ G("<span class=\"badge bad\">not bisimilar</span>"), $a = /* @__PURE__ */ G("<p role=\"status\" class=\"svelte-hf353t\"><!> <span class=\"small pale\"> </span></p> <img alt=\"This model on the left, the other on the right\" class=\"svelte-hf353t\"/>", 1), eo = /* @__PURE__ */ G("<div class=\"row\"><!> <label class=\"button svelte-hf353t\">A file …<input class=\"hidden\" type=\"file\" accept=\".json,.txt,.smcdel,.graphml\"/></label> <!></div> <!> <!> <!>", 1), to = {
	hash: "svelte-hf353t",
	code: "img.svelte-hf353t {display:block;max-width:100%;max-height:70vh;margin:10px auto 0;}label.button.svelte-hf353t {display:inline-flex;align-items:center;}label.button.svelte-hf353t:focus-within {outline:3px solid #5b9bea;outline-offset:1px;}p.svelte-hf353t {margin-top:10px;}"
};
function no(e, t) {
	O(t, !0), X(e, to);
	let n = /* @__PURE__ */ j(() => $.moments.filter((e) => e.id !== $.now)), r = /* @__PURE__ */ N(Xt(String(H(n).at(-1)?.id ?? ""))), i = /* @__PURE__ */ N(null), a = /* @__PURE__ */ N(null), o = /* @__PURE__ */ N(null), s = /* @__PURE__ */ j(() => H(i)?.model ?? H(n).find((e) => String(e.id) === H(r))?.model);
	yn(() => {
		H(s) && c(H(s));
	});
	async function c(e) {
		((e) => {
			var t = m(e, 2);
			P(a, t[0]), P(o, t[1]);
		})([null, null]);
		try {
			P(a, await Ri("compare", {
				model: $.model,
				other: e
			}));
		} catch (e) {
			P(o, Ui(e));
		}
	}
	async function l(e) {
		let t = e.currentTarget, n = t.files?.[0];
		if (t.value = "", n) try {
			P(i, {
				name: n.name,
				...await Ri("open", {
					name: n.name,
					text: await n.text()
				})
			});
		} catch (e) {
			P(o, Ui(e));
		}
	}
	async function u(e) {
		t.close(), await $.type(e);
	}
	Pa(e, {
		title: "Compare this model with another",
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var c = eo(), d = I(c), f = F(d), p = (e) => {
				var t = Ka(), a = R(F(t));
				Y(a, 21, () => H(n), (e) => e.id, (e, t) => {
					var n = Ga(), r = L(n, !0), i = {};
					z((e) => {
						q(r, H(t).label), i !== (i = e) && (n.value = (n.__value = i) ?? "");
					}, [() => String(H(t).id)]), K(e, n);
				}), E(a), oi(a), E(t), U("change", a, () => P(i, null)), si(a, () => H(r), (e) => P(r, e)), K(e, t);
			};
			J(f, (e) => {
				H(n).length && e(p);
			});
			var m = R(f, 2), h = R(F(m));
			E(m);
			var g = R(m, 2), _ = (e) => {
				var t = qa(), n = L(t, !0);
				z(() => q(n, H(i).name)), K(e, t);
			};
			J(g, (e) => {
				H(i) && e(_);
			}), E(d);
			var v = R(d, 2), y = (e) => {
				var t = Ja(), n = L(t, !0);
				z(() => q(n, H(o).message)), K(e, t);
			};
			J(v, (e) => {
				H(o) && e(y);
			});
			var b = R(v, 2), x = (e) => {
				K(e, Ya());
			};
			J(b, (e) => {
				H(s) || e(x);
			});
			var S = R(b, 2), ee = (e) => {
				var t = $a(), n = I(t), r = F(n), i = (e) => {
					var t = Xa(), n = R(I(t));
					z(() => q(n, ` No formula tells them apart${H(a).pointed ? " at the actual worlds" : ""}; dashed lines join
        bisimilar worlds.`)), K(e, t);
				}, o = (e) => {
					var t = Za(), n = R(I(t), 2);
					Wa(n, { get text() {
						return H(a).formula;
					} });
					var r = R(n), i = R(r);
					z(() => q(r, ` is ${H(a).pointed ? "true at the actual world" : "true"} on the left and not on the right. `)), U("click", i, () => u(H(a).formula)), K(e, t);
				}, s = (e) => {
					K(e, Qa());
				};
				J(r, (e) => {
					H(a).same ? e(i) : H(a).formula ? e(o, 1) : e(s, -1);
				});
				var c = L(R(r, 2));
				E(n);
				var l = R(n, 2);
				z((e, t) => {
					q(c, `Atoms that count: ${e ?? ""}.`), Q(l, "src", t);
				}, [() => H(a).atoms.join(", ") || "none", () => ja(H(a).svg)]), K(e, t);
			};
			J(S, (e) => {
				H(a) && e(ee);
			}), U("change", h, l), K(e, c);
		},
		$$slots: { default: !0 }
	}), k();
}
W(["change", "click"]);
// src/parts/Library.svelte
var ro = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), io = /* @__PURE__ */ G("<button class=\"svelte-ww6ogl\"> </button>"), ao = /* @__PURE__ */ G("<!> <h3 class=\"svelte-ww6ogl\">Start new</h3> <div class=\"tiles svelte-ww6ogl\"></div> <h3 class=\"svelte-ww6ogl\">Puzzles, told step by step</h3> <div class=\"tiles svelte-ww6ogl\"></div>", 1), oo = {
	hash: "svelte-ww6ogl",
	code: "h3.svelte-ww6ogl {margin:16px 0 8px;font-size:15px;}.tiles.svelte-ww6ogl {display:grid;grid-template-columns:repeat(auto-fill, minmax(200px, 1fr));gap:8px;}.tiles.svelte-ww6ogl button:where(.svelte-ww6ogl) {min-height:48px;text-align:left;}"
};
function so(e, t) {
	O(t, !0), X(e, oo);
	let n = {
		"Knowledge: two worlds, two agents": Wi,
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
	}, r = /* @__PURE__ */ N([]), i = /* @__PURE__ */ N(null);
	ji(async () => {
		try {
			P(r, (await Ri("library", {})).puzzles);
		} catch (e) {
			P(i, Ui(e));
		}
	});
	async function a(e) {
		try {
			let n = await Ri("library", { name: e }), r = n.steps.find((e) => e.model)?.model;
			if (!r) {
				P(i, {
					error: "TooLarge",
					message: `${n.title}: its models are too large for the page`
				});
				return;
			}
			t.close(), await $.show(r, n.title), $.story = n;
			let a = n.steps.find((e) => e.formula)?.formula;
			a && await $.type(a);
		} catch (e) {
			P(i, Ui(e));
		}
	}
	async function o(e, n) {
		t.close(), $.formula = "K_a p", await $.show(n, e);
	}
	Pa(e, {
		title: "Library",
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var s = ao(), c = I(s), l = (e) => {
				var t = ro(), n = L(t, !0);
				z(() => q(n, H(i).message)), K(e, t);
			};
			J(c, (e) => {
				H(i) && e(l);
			});
			var u = R(c, 4);
			Y(u, 21, () => Object.entries(n), ([e, t]) => e, (e, t) => {
				var n = /* @__PURE__ */ j(() => m(H(t), 2));
				let r = () => H(n)[0], i = () => H(n)[1];
				var a = io(), s = L(a, !0);
				z(() => q(s, r())), U("click", a, () => o(r(), i())), K(e, a);
			}), E(u);
			var d = R(u, 4);
			Y(d, 21, () => H(r), ({ name: e, title: t }) => e, (e, t) => {
				let n = () => H(t).name, r = () => H(t).title;
				var i = io(), o = L(i, !0);
				z(() => q(o, r())), U("click", i, () => a(n())), K(e, i);
			}), E(d), K(e, s);
		},
		$$slots: { default: !0 }
	}), k();
}
W(["click"]);
// src/parts/Symbolic.svelte
var co = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), lo = /* @__PURE__ */ G("<tr><th scope=\"row\" class=\"svelte-1wv72cw\"> </th><td class=\"svelte-1wv72cw\"> </td></tr>"), uo = /* @__PURE__ */ G("<span class=\"badge good\">true at all states</span>"), fo = /* @__PURE__ */ G("<span> </span>"), po = /* @__PURE__ */ G("<p role=\"status\"><!> <!> <!></p>"), mo = /* @__PURE__ */ G("<li class=\"svelte-1wv72cw\"><span class=\"atoms svelte-1wv72cw\"> </span> <button>Draw around it</button></li>"), ho = /* @__PURE__ */ G("<table class=\"svelte-1wv72cw\"><tbody></tbody></table> <form class=\"row svelte-1wv72cw\"><input type=\"text\" placeholder=\"K_a p1\" aria-label=\"Formula to count\" spellcheck=\"false\" autocomplete=\"off\" class=\"svelte-1wv72cw\"/> <button class=\"primary\">Count</button></form> <!> <h3 class=\"svelte-1wv72cw\">States drawn by chance</h3> <ul class=\"svelte-1wv72cw\"></ul> <div class=\"row\"><button>Other states</button></div>", 1), go = /* @__PURE__ */ G("<p class=\"pale\" role=\"status\">The model is being read …</p>"), _o = /* @__PURE__ */ G("<div class=\"sheet svelte-1wv72cw\"><p class=\"small pale\">This model has too many states to draw. It is evaluated by decision diagrams.</p> <!> <!></div>"), vo = {
	hash: "svelte-1wv72cw",
	code: ".sheet.svelte-1wv72cw {display:grid;gap:12px;}table.svelte-1wv72cw {border-collapse:collapse;font-size:14px;}th.svelte-1wv72cw,\n  td.svelte-1wv72cw {padding:4px 14px 4px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere;}th.svelte-1wv72cw {width:9em;font-weight:600;}form.svelte-1wv72cw input:where(.svelte-1wv72cw) {flex:1;min-width:140px;}h3.svelte-1wv72cw {margin:0;font-size:15px;}ul.svelte-1wv72cw {display:grid;gap:8px;margin:0;padding:0;list-style:none;}li.svelte-1wv72cw {display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px;}.atoms.svelte-1wv72cw {flex:1;min-width:200px;overflow-wrap:anywhere;}"
};
function yo(e, t) {
	O(t, !0), X(e, vo);
	let n = /* @__PURE__ */ N(null), r = /* @__PURE__ */ N(null), i = /* @__PURE__ */ N(null), a = /* @__PURE__ */ N(""), o = /* @__PURE__ */ N(0);
	ji(() => void c());
	async function s(e) {
		try {
			let n = await Ri("symbolic", {
				...t.file,
				...e
			});
			return P(i, null), n;
		} catch (e) {
			return P(i, Ui(e) ?? H(i)), null;
		}
	}
	async function c() {
		P(n, await s({ seed: H(o) }) ?? H(n));
	}
	async function l(e) {
		e.preventDefault(), P(r, await s({ formula: H(a) }));
	}
	async function u(e) {
		let n = await s({ at: e });
		if (!n) return;
		$.formula = H(r) ? H(a) : "";
		let i = t.file.name;
		t.close();
		let o = n.left.length ? `; not drawn: what ${n.left.join(", ")} considers possible` : "";
		await $.show(n.model, `around a state of ${i}${o}`);
	}
	Pa(e, {
		get title() {
			return t.file.name;
		},
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var s = _o(), d = R(F(s), 2), f = (e) => {
				var t = co(), n = L(t, !0);
				z(() => q(n, H(i).full ?? H(i).message)), K(e, t);
			};
			J(d, (e) => {
				H(i) && e(f);
			});
			var p = R(d, 2), h = (e) => {
				var t = ho(), i = I(t), s = F(i);
				Y(s, 21, () => H(n).facts, Vr, (e, t) => {
					var n = /* @__PURE__ */ j(() => m(H(t), 2));
					let r = () => H(n)[0], i = () => H(n)[1];
					var a = lo(), o = F(a), s = L(o, !0), c = L(R(o), !0);
					E(a), z(() => {
						q(s, r()), q(c, i());
					}), K(e, a);
				}), E(s), E(i);
				var d = R(i, 2), f = F(d);
				Z(f);
				var p = R(f, 2);
				E(d);
				var h = R(d, 2), g = (e) => {
					var t = po(), n = F(t);
					Wa(n, { get text() {
						return H(r).text;
					} });
					var i = R(n), a = R(i), o = (e) => {
						K(e, uo());
					};
					J(a, (e) => {
						H(r).valid && e(o);
					});
					var s = R(a, 2), c = (e) => {
						var t = fo(), n = L(t);
						z(() => {
							ni(t, 1, `badge ${H(r).actual ? "good" : "bad"}`), q(n, `${H(r).actual ? "true" : "false"} at the actual state`);
						}), K(e, t);
					};
					J(s, (e) => {
						H(r).actual !== null && e(c);
					}), E(t), z(() => q(i, ` holds at ${H(r).count ?? ""} of ${H(r).of ?? ""} states${H(r).share ? `, ${H(r).share}` : ""}. `)), K(e, t);
				};
				J(h, (e) => {
					H(r) && e(g);
				});
				var _ = R(h, 4);
				Y(_, 21, () => H(n).samples, Vr, (e, t, n) => {
					var r = mo(), i = F(r), a = L(i, !0), o = R(i, 2);
					Q(o, "aria-label", `Draw around state ${n + 1}`), E(r), z((e) => q(a, e), [() => H(t).length ? H(t).join(", ") : "no atom is true"]), U("click", o, () => u(H(t))), K(e, r);
				}), E(_);
				var v = L(R(_, 2));
				z((e) => p.disabled = e, [() => !H(a).trim()]), vr("submit", d, l), yi(f, () => H(a), (e) => P(a, e)), U("click", v, () => {
					P(o, H(o) + 1), c();
				}), K(e, t);
			}, g = (e) => {
				K(e, go());
			};
			J(p, (e) => {
				H(n) ? e(h) : H(i) || e(g, 1);
			}), E(s), K(e, s);
		},
		$$slots: { default: !0 }
	}), k();
}
W(["click"]);
// src/parts/Menu.svelte
var bo = /* @__PURE__ */ G("<button class=\"quiet svelte-17dkck7\"> </button>"), xo = /* @__PURE__ */ G("<div class=\"list svelte-17dkck7\"></div>"), So = /* @__PURE__ */ G("<button> </button>"), Co = /* @__PURE__ */ G("<input class=\"hidden\" type=\"file\" tabindex=\"-1\" aria-hidden=\"true\" accept=\".json,.txt,.smcdel,.graphml\"/> <button>Open</button> <div class=\"menu svelte-17dkck7\"><button aria-haspopup=\"true\">Save as</button> <!></div> <!> <!>", 1), wo = {
	hash: "svelte-17dkck7",
	code: ".menu.svelte-17dkck7 {position:relative;}.list.svelte-17dkck7 {position:absolute;right:0;z-index:3;display:grid;margin-top:4px;padding:6px;border:1px solid var(--line);border-radius:10px;background:var(--paper);box-shadow:0 10px 30px rgb(0 0 0 / 15%);}.list.svelte-17dkck7 button:where(.svelte-17dkck7) {text-align:left;}"
};
function To(e, t) {
	O(t, !0), X(e, wo);
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
	], r = /* @__PURE__ */ N(!1), i = /* @__PURE__ */ N(""), a = /* @__PURE__ */ N(null), o;
	async function s(e) {
		P(r, !1);
		try {
			let t = $.checked && $.part === 0 ? $.formula : null, n = await Ri("save", {
				model: $.model,
				format: e,
				highlight: t,
				look: $.look
			});
			Aa(Uint8Array.from(atob(n.base64), (e) => e.charCodeAt(0)), n.type, n.name);
		} catch (e) {
			$.refused = Ui(e) ?? $.refused;
		}
	}
	async function c() {
		let e = o.files?.[0];
		if (o.value = "", e) try {
			let t = {
				name: e.name,
				text: await e.text()
			}, { model: n } = await Ri("open", t);
			n ? await $.show(n, e.name) : P(a, t);
		} catch (e) {
			$.refused = Ui(e) ?? $.refused;
		}
	}
	async function l() {
		let e = await $.link();
		history.replaceState(null, "", e);
		try {
			await navigator.clipboard.writeText(e), P(i, "copied");
		} catch {
			P(i, "in the address");
		}
		setTimeout(() => P(i, ""), 2500);
	}
	var u = Co();
	vr("click", $t, () => P(r, !1));
	var d = I(u);
	Di(d, (e) => o = e, () => o);
	var f = R(d, 2), p = R(f, 2), m = F(p), h = R(m, 2), g = (e) => {
		var t = xo();
		Y(t, 20, () => n, (e) => e, (e, t) => {
			var n = bo(), r = L(n, !0);
			z((e) => q(r, e), [() => t.toUpperCase()]), U("click", n, () => s(t)), K(e, n);
		}), E(t), K(e, t);
	};
	J(h, (e) => {
		H(r) && e(g);
	}), E(p);
	var _ = R(p, 2), v = (e) => {
		var t = So(), n = L(t, !0);
		z(() => q(n, H(i) ? `Link ${H(i)}` : "Share")), U("click", t, l), K(e, t);
	};
	J(_, (e) => {
		$.embedded || e(v);
	});
	var y = R(_, 2), b = (e) => {
		yo(e, {
			get file() {
				return H(a);
			},
			close: () => P(a, null)
		});
	};
	J(y, (e) => {
		H(a) && e(b);
	}), z(() => Q(m, "aria-expanded", H(r))), U("change", d, c), U("click", f, () => o.click()), U("click", m, (e) => {
		e.stopPropagation(), P(r, !H(r));
	}), K(e, u), k();
}
W(["change", "click"]);
// src/parts/DocumentNav.svelte
var Eo = /* @__PURE__ */ G("<nav aria-label=\"Document\" class=\"svelte-sysluq\"><button>Library</button> <button title=\"Ctrl+Z\">Undo</button> <button title=\"Ctrl+Shift+Z\">Redo</button> <button title=\"Large, without panels; Escape ends it\">Slide</button> <button>Compare</button> <!></nav> <!> <!>", 1), Do = {
	hash: "svelte-sysluq",
	code: "nav.svelte-sysluq {display:flex;flex-wrap:wrap;gap:6px;}"
};
function Oo(e, t) {
	O(t, !0), X(e, Do);
	let n = Ai(t, "slide", 15, !1), r = /* @__PURE__ */ N(!1), i = /* @__PURE__ */ N(!1);
	function a(e) {
		let t = e.composedPath()[0], r = t instanceof HTMLElement && t.matches("input, textarea, select");
		e.key === "Escape" && n() && n(!1), !r && (e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "z" && (e.preventDefault(), e.shiftKey ? $.redo() : $.undo());
	}
	var o = Eo();
	vr("keydown", $t, a);
	var s = I(o), c = F(s), l = R(c, 2), u = R(l, 2), d = R(u, 2), f = R(d, 2);
	To(R(f, 2), {}), E(s);
	var p = R(s, 2), m = (e) => {
		no(e, { close: () => P(i, !1) });
	};
	J(p, (e) => {
		H(i) && e(m);
	});
	var h = R(p, 2), g = (e) => {
		so(e, { close: () => P(r, !1) });
	};
	J(h, (e) => {
		H(r) && e(g);
	}), z(() => {
		l.disabled = !$.canUndo, u.disabled = !$.undone.length, Q(d, "aria-pressed", n());
	}), U("click", c, () => P(r, !0)), U("click", l, () => $.undo()), U("click", u, () => $.redo()), U("click", d, () => n(!n())), U("click", f, () => P(i, !0)), K(e, o), k();
}
W(["click"]);
// src/parts/Agents.svelte
var ko = /* @__PURE__ */ G("<button class=\"quiet small\">Close to S5</button>"), Ao = /* @__PURE__ */ G("<p class=\"small pale\"> </p>"), jo = /* @__PURE__ */ G("<li><b> </b> <span class=\"badge\"> </span> <!> <button class=\"quiet small\">Remove</button> <!></li>"), Mo = /* @__PURE__ */ G("<span class=\"badge\"> </span>"), No = /* @__PURE__ */ G("<button class=\"small\"> </button>"), Po = /* @__PURE__ */ G("<button class=\"quiet small\">All worlds</button>"), Fo = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"agents-title\"><h2 id=\"agents-title\">Agents</h2> <ul class=\"svelte-anjw52\"></ul> <form class=\"row svelte-anjw52\"><input type=\"text\" placeholder=\"name\" aria-label=\"Name of a new agent\" class=\"svelte-anjw52\"/> <button>Add agent</button></form> <div class=\"row\" role=\"group\" aria-label=\"Eye view\"><span class=\"small pale\">Through the eyes of</span> <!> <!> <!></div></section>"), Io = {
	hash: "svelte-anjw52",
	code: "ul.svelte-anjw52 {margin:0;padding:0;list-style:none;display:grid;gap:4px;}form.svelte-anjw52 input:where(.svelte-anjw52) {width:140px;}"
};
function Lo(e, t) {
	O(t, !0), X(e, Io);
	let n = /* @__PURE__ */ N(""), r = /* @__PURE__ */ j(() => Ji($.model)), i = /* @__PURE__ */ j(() => $.picture?.frames ?? {});
	async function a(e) {
		e.preventDefault();
		let t = H(n).trim();
		/^\w+$/.test(t) && !H(r).includes(t) && (P(n, ""), await $.become(aa($.model, t), `new agent ${t}`));
	}
	var o = Fo(), s = R(F(o), 2);
	Y(s, 20, () => H(r), (e) => e, (e, t) => {
		var n = jo(), r = F(n), a = L(r, !0), o = R(r, 2), s = L(o, !0), c = R(o, 2), l = (e) => {
			var n = ko();
			U("click", n, () => $.become(ca($.model, t), `${t}: closed to S5`)), K(e, n);
		};
		J(c, (e) => {
			H(i)[t] && H(i)[t].system !== "S5" && e(l);
		});
		var u = R(c, 2), d = R(u, 2), f = (e) => {
			var n = Ao(), r = L(n, !0);
			z(() => q(r, H(i)[t].fails)), K(e, n);
		};
		J(d, (e) => {
			H(i)[t]?.fails && e(f);
		}), E(n), z(() => {
			q(a, t), Q(o, "title", H(i)[t]?.fails), q(s, H(i)[t]?.system ?? "…"), Q(u, "aria-label", `Remove agent ${t ?? ""}`);
		}), U("click", u, () => $.become(oa($.model, t), `without ${t}`)), K(e, n);
	}), E(s);
	var c = R(s, 2), l = F(c);
	Z(l);
	var u = R(l, 2);
	E(c);
	var d = R(c, 2), f = R(F(d), 2);
	Y(f, 17, () => $.eye, Vr, (e, t) => {
		var n = Mo(), r = L(n, !0);
		z(() => q(r, H(t))), K(e, n);
	});
	var p = R(f, 2);
	Y(p, 16, () => H(r), (e) => e, (e, t) => {
		var n = No(), r = L(n);
		z(() => {
			n.disabled = !$.here, q(r, `+ ${t ?? ""}`);
		}), U("click", n, () => $.eye = [...$.eye, t]), K(e, n);
	});
	var m = R(p, 2), h = (e) => {
		var t = Po();
		U("click", t, () => $.eye = []), K(e, t);
	};
	J(m, (e) => {
		$.eye.length && e(h);
	}), E(d), E(o), z((e) => u.disabled = e, [() => !/^\w+$/.test(H(n).trim())]), vr("submit", c, a), yi(l, () => H(n), (e) => P(n, e)), K(e, o), k();
}
W(["click"]);
// src/lib/events.ts
function Ro(e) {
	let t = e.map((e, t) => [e, t ? [[1], [1]] : [[0], [1]]]);
	return {
		boxes: [{
			name: "said",
			pre: "p",
			post: ""
		}, {
			name: "nothing",
			pre: "true",
			post: ""
		}],
		sees: Object.fromEntries(t),
		happens: 0
	};
}
function zo(e) {
	let t = e.boxes.length, n = Bo(e.boxes.map((e) => e.name)), r = Object.fromEntries(Object.entries(e.sees).map(([e, n]) => [e, [...n, [t]]]));
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
function Bo(e) {
	for (let t = 1;; t++) if (!e.includes(`e${t}`)) return `e${t}`;
}
function Vo(e, t) {
	let n = (e) => e.filter((e) => e !== t).map((e) => e > t ? e - 1 : e), r = (e) => e.filter((e, n) => n !== t), i = Object.fromEntries(Object.entries(e.sees).map(([e, t]) => [e, r(t).map(n)])), a = e.happens === null || e.happens === t ? null : e.happens - Number(e.happens > t);
	return {
		boxes: r(e.boxes),
		sees: i,
		happens: a
	};
}
function Ho(e, t, n, r) {
	let i = e.sees[t] ?? e.boxes.map(() => []), a = i[n].includes(r) ? i[n].filter((e) => e !== r) : [...i[n], r].sort((e, t) => e - t);
	return {
		...e,
		sees: {
			...e.sees,
			[t]: i.map((e, t) => t === n ? a : e)
		}
	};
}
function Uo(e, t) {
	let n = e.boxes.map(({ name: e }) => Wo(e)), r = e.boxes.map(({ pre: e, post: t }, r) => {
		let i = t.trim() ? `; ${t.trim().replace(/^;|;$/g, "")}` : "";
		return `event ${n[r]}: pre ${e.trim() || "true"}${i}`;
	});
	e.happens !== null && r.push(`actual: ${n[e.happens]}`);
	for (let i of t) {
		let t = (e.sees[i] ?? e.boxes.map((e, t) => [t])).flatMap((e, t) => e.length ? [`${n[t]} -> ${e.map((e) => n[e]).join(" ")}`] : []);
		r.push(`agent ${Wo(i)}: ${t.join(" | ")}`);
	}
	return r.join("\n");
}
function Wo(e) {
	return /^[\p{L}\p{N}_'.·]+$/u.test(e) ? e : JSON.stringify(e);
}
// src/parts/EventBoxes.svelte
var Go = /* @__PURE__ */ G("<button type=\"button\" class=\"svelte-1dupc01\"> </button>"), Ko = /* @__PURE__ */ G("<div class=\"row small svelte-1dupc01\" role=\"group\"><strong> </strong> considers possible <!></div>"), qo = /* @__PURE__ */ G("<fieldset><legend class=\"hidden\"> </legend> <div class=\"row\"><input type=\"text\" class=\"name svelte-1dupc01\"/> <button type=\"button\" class=\"quiet\">×</button></div> <input type=\"text\" placeholder=\"precondition\" spellcheck=\"false\"/> <input type=\"text\" placeholder=\"changes, such as q := true\" spellcheck=\"false\"/> <label class=\"small\"><input type=\"radio\" name=\"happens\"/> it happens</label> <!></fieldset>"), Jo = /* @__PURE__ */ G("<div class=\"boxes svelte-1dupc01\"></div> <div class=\"row\"><button type=\"button\">Add an event</button> <label class=\"small\"><input type=\"radio\" name=\"happens\"/> the preconditions decide which happens</label></div>", 1), Yo = {
	hash: "svelte-1dupc01",
	code: ".boxes.svelte-1dupc01 {display:grid;gap:10px;}fieldset.svelte-1dupc01 {display:grid;gap:6px;margin:0;padding:10px;border:1.5px solid var(--ink);border-radius:4px;}.happens.svelte-1dupc01 {outline:1.5px solid var(--ink);outline-offset:3px;}.name.svelte-1dupc01 {flex:1;width:auto;font-weight:600;}.row.small.svelte-1dupc01 button:where(.svelte-1dupc01) {min-height:26px;padding:0 8px;}"
};
function Xo(e, t) {
	O(t, !0), X(e, Yo);
	let n = Ai(t, "text", 15), r = /* @__PURE__ */ N(Xt(Ro(t.agents)));
	yn(() => {
		n(Uo(H(r), t.agents));
	});
	let i = (e, t) => H(r).sees[e]?.[t] ?? [t];
	var a = Jo(), o = I(a);
	Y(o, 21, () => H(r).boxes, Vr, (e, n, a) => {
		var o = qo();
		let s;
		var c = F(o), l = L(c), u = R(c, 2), d = F(u);
		Z(d), Q(d, "aria-label", `Name of event ${a + 1}`);
		var f = R(d, 2);
		E(u);
		var p = R(u, 2);
		Z(p);
		var m = R(p, 2);
		Z(m);
		var h = R(m, 2), g = F(h);
		Z(g), Ee(), E(h), Y(R(h, 2), 16, () => t.agents, (e) => e, (e, t) => {
			var o = Ko(), s = F(o), c = L(s, !0);
			Y(R(s, 2), 17, () => H(r).boxes, Vr, (e, n, o) => {
				var s = Go(), c = L(s, !0);
				z((e) => {
					Q(s, "aria-pressed", e), q(c, H(n).name);
				}, [() => i(t, a).includes(o)]), U("click", s, () => P(r, Ho(H(r), t, a, o), !0)), K(e, s);
			}), E(o), z(() => {
				Q(o, "aria-label", `When ${H(n).name ?? ""} happens, ${t ?? ""} considers possible`), q(c, t);
			}), K(e, o);
		}), E(o), z(() => {
			s = ni(o, 1, "svelte-1dupc01", null, s, { happens: H(r).happens === a }), q(l, `Event ${H(n).name ?? ""}`), Q(f, "aria-label", `Remove event ${H(n).name ?? ""}`), f.disabled = H(r).boxes.length === 1, Q(p, "aria-label", `Precondition of ${H(n).name ?? ""}`), Q(m, "aria-label", `Postconditions of ${H(n).name ?? ""}`), hi(g, H(r).happens === a);
		}), yi(d, () => H(n).name, (e) => H(n).name = e), U("click", f, () => P(r, Vo(H(r), a), !0)), yi(p, () => H(n).pre, (e) => H(n).pre = e), yi(m, () => H(n).post, (e) => H(n).post = e), U("change", g, () => H(r).happens = a), K(e, o);
	}), E(o);
	var s = R(o, 2), c = F(s), l = R(c, 2), u = F(l);
	Z(u), Ee(), E(l), E(s), z(() => hi(u, H(r).happens === null)), U("click", c, () => P(r, zo(H(r)), !0)), U("change", u, () => H(r).happens = null), K(e, a), k();
}
W(["click", "change"]);
// src/parts/Steps.svelte
var Zo = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), Qo = /* @__PURE__ */ G("<img alt=\"The model before, what happens, and the model after\" class=\"svelte-x796el\"/> <div class=\"row\"><button class=\"primary\">Do it</button></div>", 1), $o = /* @__PURE__ */ G("<p role=\"status\" class=\"pale\">It is being drawn …</p>"), es = /* @__PURE__ */ G("<!> <!>", 1), ts = {
	hash: "svelte-x796el",
	code: "img.svelte-x796el {display:block;max-width:100%;max-height:70vh;margin:0 auto 12px;}"
};
function ns(e, t) {
	O(t, !0), X(e, ts);
	let n = /* @__PURE__ */ N(""), r = /* @__PURE__ */ N(null);
	ji(async () => {
		try {
			P(n, (await Ri("steps", {
				model: $.model,
				change: t.change
			})).svg, !0);
		} catch (e) {
			P(r, Ui(e));
		}
	});
	async function i() {
		let [e, n] = [t.change, t.label];
		t.close(), await $.happen(e, n);
	}
	Pa(e, {
		get title() {
			return t.label;
		},
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var a = es(), o = I(a), s = (e) => {
				var t = Zo(), n = L(t, !0);
				z(() => q(n, H(r).message)), K(e, t);
			};
			J(o, (e) => {
				H(r) && e(s);
			});
			var c = R(o, 2), l = (e) => {
				var t = Qo(), r = I(t), a = L(R(r, 2));
				z((e) => Q(r, "src", e), [() => ja(H(n))]), U("click", a, i), K(e, t);
			}, u = (e) => {
				K(e, $o());
			};
			J(c, (e) => {
				H(n) ? e(l) : H(r) || e(u, 1);
			}), K(e, a);
		},
		$$slots: { default: !0 }
	}), k();
}
W(["click"]);
// src/parts/Changes.svelte
var rs = /* @__PURE__ */ G("<option> </option>"), is = /* @__PURE__ */ G("<select aria-label=\"Atom\"></select> becomes", 1), as = /* @__PURE__ */ G("<option>someone outside</option>"), os = /* @__PURE__ */ G("<select><!><!></select>"), ss = /* @__PURE__ */ G("<textarea rows=\"6\" aria-label=\"Event model\" spellcheck=\"false\" class=\"svelte-7q06j\"></textarea>"), cs = /* @__PURE__ */ G("<input type=\"text\" class=\"entry svelte-7q06j\" aria-label=\"What is said or seen\" spellcheck=\"false\" autocomplete=\"off\"/>"), ls = /* @__PURE__ */ G("<label><input type=\"checkbox\"/> </label>"), us = /* @__PURE__ */ G("<div class=\"row\" role=\"group\" aria-label=\"Agents\"></div>"), ds = /* @__PURE__ */ G("<label class=\"small\"><input type=\"checkbox\"/> the others notice</label>"), fs = /* @__PURE__ */ G("<label class=\"small\"><input type=\"checkbox\"/> radical: all these worlds go before the others</label>"), ps = /* @__PURE__ */ G("<div class=\"row small\"><label>gain <input type=\"number\" min=\"0\" max=\"1\" step=\"0.05\" class=\"svelte-7q06j\"/></label> <label>loss <input type=\"number\" min=\"0\" max=\"1\" step=\"0.05\" class=\"svelte-7q06j\"/></label></div>"), ms = /* @__PURE__ */ G("<form class=\"card\" aria-labelledby=\"change-title\"><h2 id=\"change-title\">Change</h2> <div class=\"row\"><select aria-label=\"What happens\"></select> <!> <!></div> <!> <!> <!> <!> <!> <div class=\"row\"><button class=\"primary\">Do it</button> <button type=\"button\">Side by side</button> <button type=\"button\">Contract</button> <button type=\"button\">Only reachable</button></div></form> <!>", 1), hs = {
	hash: "svelte-7q06j",
	code: ".entry.svelte-7q06j,\n  textarea.svelte-7q06j {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:14px;}input[type=\"number\"].svelte-7q06j {width:80px;padding:4px 6px;}"
};
function gs(e, t) {
	O(t, !0), X(e, hs);
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
	}, i = /* @__PURE__ */ N("announce"), a = /* @__PURE__ */ N("p"), o = /* @__PURE__ */ N(Xt([])), s = /* @__PURE__ */ N(""), c = /* @__PURE__ */ N(!0), l = /* @__PURE__ */ N(!0), u = /* @__PURE__ */ N(""), d = /* @__PURE__ */ N(.2), f = /* @__PURE__ */ N(.2), p = /* @__PURE__ */ N("event yes: pre p\nevent no: pre ~p\na: yes | no\nothers: yes no"), h = /* @__PURE__ */ N(""), g = /* @__PURE__ */ N(null), _ = /* @__PURE__ */ j(() => Ji($.model)), v = /* @__PURE__ */ j(() => Yi($.model)), y = /* @__PURE__ */ j(() => H(o).filter((e) => H(_).includes(e))), b = /* @__PURE__ */ j(() => [
		"group",
		"private",
		"peek"
	].includes(H(i)));
	function x() {
		switch (H(i)) {
			case "announce": return [{
				kind: "announce",
				formula: H(a),
				to: null,
				whether: !1
			}, `${H(a)}!`];
			case "whether": return [{
				kind: "announce",
				formula: H(a),
				to: null,
				whether: !0
			}, `${H(a)}?`];
			case "group": return [{
				kind: "announce",
				formula: H(a),
				to: H(y),
				whether: !1
			}, `${H(a)} to ${H(y).join(", ")}`];
			case "private": return [{
				kind: "private",
				formula: H(a),
				to: H(y)
			}, `${H(a)} to ${H(y).join(", ")}, secretly`];
			case "say": return [{
				kind: "say",
				formula: H(a),
				by: H(s) || null,
				to: null
			}, `${H(s) || "someone"} says ${H(a)}`];
			case "peek": return [{
				kind: "peek",
				formula: H(a),
				by: H(y),
				noticed: H(c)
			}, `${H(y).join(", ")} peeks: ${H(a)}`];
			case "set": return [{
				kind: "set",
				atom: H(u) || H(v)[0] || "p",
				formula: H(a)
			}, `${H(u) || H(v)[0]} := ${H(a)}`];
			case "upgrade": return [{
				kind: "upgrade",
				formula: H(a),
				radical: H(l)
			}, `${H(l) ? "⇑" : "↑"} ${H(a)}`];
			case "evidence": return [{
				kind: "evidence",
				agent: H(s) || H(_)[0] || "a",
				formula: H(a),
				gain: H(d),
				loss: H(f)
			}, `evidence for ${H(a)}`];
			case "boxes": return [{
				kind: "events",
				text: H(h),
				event: null
			}, "event model"];
			case "events": return [{
				kind: "events",
				text: H(p),
				event: null
			}, "event model"];
		}
	}
	async function S(e) {
		e.preventDefault(), await $.happen(...x());
	}
	var ee = ms(), te = I(ee), ne = R(F(te), 2), re = F(ne);
	Y(re, 21, () => Object.entries(r), ([e, t]) => e, (e, t) => {
		var n = /* @__PURE__ */ j(() => m(H(t), 2));
		let r = () => H(n)[0], i = () => H(n)[1];
		var a = rs(), o = L(a, !0), s = {};
		z(() => {
			q(o, i()), s !== (s = r()) && (a.value = (a.__value = s) ?? "");
		}), K(e, a);
	}), E(re), oi(re);
	var ie = R(re, 2), ae = (e) => {
		var t = is(), n = I(t);
		Y(n, 20, () => H(v), (e) => e, (e, t) => {
			var n = rs(), r = L(n, !0), i = {};
			z(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(n), oi(n), Ee(), si(n, () => H(u), (e) => P(u, e)), K(e, t);
	};
	J(ie, (e) => {
		H(i) === "set" && e(ae);
	});
	var oe = R(ie, 2), se = (e) => {
		var t = os(), n = F(t), r = (e) => {
			var t = as();
			t.value = t.__value = "", K(e, t);
		};
		J(n, (e) => {
			H(i) === "say" && e(r);
		}), Y(R(n), 16, () => H(_), (e) => e, (e, t) => {
			var n = rs(), r = L(n, !0), i = {};
			z(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(t), oi(t), z(() => Q(t, "aria-label", H(i) === "say" ? "Speaker" : "Agent")), si(t, () => H(s), (e) => P(s, e)), K(e, t);
	};
	J(oe, (e) => {
		(H(i) === "say" || H(i) === "evidence") && e(se);
	}), E(ne);
	var ce = R(ne, 2), le = (e) => {
		Xo(e, {
			get agents() {
				return H(_);
			},
			get text() {
				return H(h);
			},
			set text(e) {
				P(h, e, !0);
			}
		});
	}, ue = (e) => {
		var t = ss();
		rt(t), yi(t, () => H(p), (e) => P(p, e)), K(e, t);
	}, de = (e) => {
		var t = cs();
		Z(t), yi(t, () => H(a), (e) => P(a, e)), K(e, t);
	};
	J(ce, (e) => {
		H(i) === "boxes" ? e(le) : H(i) === "events" ? e(ue, 1) : e(de, -1);
	});
	var fe = R(ce, 2), pe = (e) => {
		var t = us();
		Y(t, 20, () => H(_), (e) => e, (e, t) => {
			var r = ls(), i = F(r);
			Z(i);
			var a, s = R(i);
			E(r), z(() => {
				a !== (a = t) && (i.value = (i.__value = a) ?? ""), q(s, ` ${t ?? ""}`);
			}), xi(n, [], i, () => H(o), (e) => P(o, e)), K(e, r);
		}), E(t), K(e, t);
	};
	J(fe, (e) => {
		H(b) && e(pe);
	});
	var me = R(fe, 2), he = (e) => {
		var t = ds(), n = F(t);
		Z(n), Ee(), E(t), Si(n, () => H(c), (e) => P(c, e)), K(e, t);
	};
	J(me, (e) => {
		H(i) === "peek" && e(he);
	});
	var ge = R(me, 2), _e = (e) => {
		var t = fs(), n = F(t);
		Z(n), Ee(), E(t), Si(n, () => H(l), (e) => P(l, e)), K(e, t);
	};
	J(ge, (e) => {
		H(i) === "upgrade" && e(_e);
	});
	var C = R(ge, 2), ve = (e) => {
		var t = ps(), n = F(t), r = R(F(n));
		Z(r), E(n);
		var i = R(n, 2), a = R(F(i));
		Z(a), E(i), E(t), yi(r, () => H(d), (e) => P(d, e)), yi(a, () => H(f), (e) => P(f, e)), K(e, t);
	};
	J(C, (e) => {
		H(i) === "evidence" && e(ve);
	});
	var ye = R(C, 2), be = F(ye), xe = R(be, 2), Se = R(xe, 2), w = R(Se, 2);
	E(ye), E(te);
	var Ce = R(te, 2), T = (e) => {
		ns(e, {
			get change() {
				return H(g)[0];
			},
			get label() {
				return H(g)[1];
			},
			close: () => P(g, null)
		});
	};
	J(Ce, (e) => {
		H(g) && e(T);
	}), z(() => {
		be.disabled = H(b) && !H(y).length, xe.disabled = H(b) && !H(y).length, w.disabled = !$.here;
	}), vr("submit", te, S), si(re, () => H(i), (e) => P(i, e)), U("click", xe, () => P(g, x())), U("click", Se, () => $.happen({ kind: "contract" }, "bisimilar worlds merged")), U("click", w, () => $.happen({
		kind: "generated",
		at: $.here
	}, `reachable from ${$.here}`)), K(e, ee), k();
}
W(["click"]);
// src/parts/Mathematics.svelte
var _s = (e, t) => {
	let n = () => (t?.()).tag, r = () => (t?.()).text;
	var i = Ar(), a = I(i), o = (e) => {
		var t = vs(), n = L(t, !0);
		z(() => q(n, r())), K(e, t);
	}, s = (e) => {
		var t = ys(), n = L(t, !0);
		z(() => q(n, r())), K(e, t);
	}, c = (e) => {
		var t = bs(), n = L(t, !0);
		z(() => q(n, r())), K(e, t);
	}, l = (e) => {
		var t = xs(), n = L(t, !0);
		z(() => q(n, r())), K(e, t);
	};
	J(a, (e) => {
		n() === "mo" ? e(o) : n() === "mn" ? e(s, 1) : n() === "mtext" ? e(c, 2) : e(l, -1);
	}), K(e, i);
}, vs = /* @__PURE__ */ Or("<mo> </mo>"), ys = /* @__PURE__ */ Or("<mn> </mn>"), bs = /* @__PURE__ */ Or("<mtext> </mtext>"), xs = /* @__PURE__ */ Or("<mi> </mi>"), Ss = /* @__PURE__ */ Or("<msubsup><!><mtext> </mtext><mn> </mn></msubsup>"), Cs = /* @__PURE__ */ Or("<msub><!><mtext> </mtext></msub>"), ws = /* @__PURE__ */ Or("<math class=\"hidden\"><mrow></mrow></math>");
function Ts(e, t) {
	O(t, !0);
	var n = ws(), r = F(n);
	Y(r, 21, () => za(t.text), Vr, (e, t) => {
		var n = Ar(), r = I(n), i = (e) => {
			var n = Ss(), r = F(n);
			_s(r, () => H(t));
			var i = R(r), a = L(i, !0), o = L(R(i), !0);
			E(n), z(() => {
				q(a, H(t).below), q(o, H(t).above);
			}), K(e, n);
		}, a = (e) => {
			var n = Cs(), r = F(n);
			_s(r, () => H(t));
			var i = L(R(r), !0);
			E(n), z(() => q(i, H(t).below)), K(e, n);
		}, o = (e) => {
			_s(e, () => H(t));
		};
		J(r, (e) => {
			H(t).below && H(t).above ? e(i) : H(t).below ? e(a, 1) : e(o, -1);
		}), K(e, n);
	}), E(r), E(n), K(e, n), k();
}
// src/parts/Reasons.svelte
var Es = /* @__PURE__ */ G("<b> </b>"), Ds = /* @__PURE__ */ G("<li><button class=\"quiet svelte-g72hdb\"><!> </button></li>"), Os = /* @__PURE__ */ G("<ol class=\"reasons svelte-g72hdb\" aria-label=\"Reasons\"></ol>"), ks = {
	hash: "svelte-g72hdb",
	code: ".reasons.svelte-g72hdb {margin:0;padding:0;list-style:none;}button.svelte-g72hdb {width:100%;text-align:left;padding:4px 6px;font-size:14px;overflow-wrap:anywhere;}.yes.svelte-g72hdb {color:var(--good);}.no.svelte-g72hdb {color:var(--bad);}.depth-1.svelte-g72hdb {margin-left:14px;}.depth-2.svelte-g72hdb {margin-left:28px;}.depth-3.svelte-g72hdb {margin-left:42px;}.depth-4.svelte-g72hdb {margin-left:56px;}.depth-5.svelte-g72hdb {margin-left:70px;}.depth-6.svelte-g72hdb {margin-left:84px;}"
};
function As(e, t) {
	O(t, !0), X(e, ks);
	function n(e) {
		let n = (e.path ?? []).map(([, e]) => e), r = t.reasons.slice(t.reasons.indexOf(e) + 1), i = r.findIndex((t) => t.depth <= e.depth), a = (i < 0 ? r : r.slice(0, i)).filter((t) => t.depth === e.depth + 1);
		return [.../* @__PURE__ */ new Set([
			e.world,
			...n,
			...a.map((e) => e.world)
		])].filter((e) => e !== void 0);
	}
	var r = Os();
	Y(r, 21, () => t.reasons, Vr, (e, t) => {
		var r = Ds(), i = F(r), a = F(i), o = (e) => {
			var n = Es(), r = L(n, !0);
			z(() => {
				ni(n, 1, $r(H(t).holds ? "yes" : "no"), "svelte-g72hdb"), q(r, H(t).holds ? "✓" : "✗");
			}), K(e, n);
		};
		J(a, (e) => {
			H(t).holds !== void 0 && e(o);
		});
		var s = R(a);
		E(i), E(r), z((e) => {
			ni(r, 1, `depth-${e ?? ""}`, "svelte-g72hdb"), q(s, ` ${H(t).text ?? ""}`);
		}, [() => Math.min(H(t).depth, 6)]), vr("mouseenter", i, () => $.lit = n(H(t))), vr("mouseleave", i, () => $.lit = []), vr("focus", i, () => $.lit = n(H(t))), vr("blur", i, () => $.lit = []), U("click", i, () => $.selected = H(t).world ?? null), K(e, r);
	}), E(r), K(e, r), k();
}
W(["click"]);
// src/parts/Formula.svelte
var js = (e, t = d) => {
	var n = Ar(), r = I(n), i = (e) => {
		var n = Ar();
		Y(I(n), 17, () => La(t()), Vr, (e, t) => {
			var n = /* @__PURE__ */ j(() => m(H(t), 2));
			let r = () => H(n)[0], i = () => H(n)[1];
			Ee();
			var a = Ns(), o = I(a, !0), s = R(o), c = (e) => {
				var t = Ms(), n = L(t, !0);
				z(() => q(n, i())), K(e, t);
			};
			J(s, (e) => {
				i() && e(c);
			}), z(() => q(o, r())), K(e, a);
		}), K(e, n);
	}, a = (e) => {
		var n = Ps();
		let r;
		Y(n, 21, () => t().pieces, Vr, (e, t) => {
			js(e, () => H(t));
		}), E(n), z(() => r = ni(n, 1, "part svelte-1kfifdq", null, r, { on: $.part === t().part && t().part > 0 })), U("mouseover", n, (e) => {
			e.stopPropagation(), $.part = t().part;
		}), vr("focus", n, () => void 0), K(e, n);
	};
	J(r, (e) => {
		typeof t() == "string" ? e(i) : e(a, -1);
	}), K(e, n);
}, Ms = /* @__PURE__ */ G("<sub class=\"svelte-1kfifdq\"> </sub>"), Ns = /* @__PURE__ */ G(" <!>", 1), Ps = /* @__PURE__ */ G("<span role=\"presentation\"></span>"), Fs = /* @__PURE__ */ G("<span class=\"caret svelte-1kfifdq\"> <mark class=\"svelte-1kfifdq\"> </mark> </span>"), Is = /* @__PURE__ */ G("<br/><b>Hint:</b> ", 1), Ls = /* @__PURE__ */ G("<div class=\"problem\"><!> <!><!></div>"), Rs = /* @__PURE__ */ G("<!> ", 1), zs = /* @__PURE__ */ G("<span> </span>"), Bs = /* @__PURE__ */ G("<span class=\"badge good\">true at all worlds</span>"), Vs = /* @__PURE__ */ G("<!> <!>", 1), Hs = /* @__PURE__ */ G("<option> </option>"), Us = /* @__PURE__ */ G("<div class=\"math shown svelte-1kfifdq\" tabindex=\"0\" role=\"group\" aria-label=\"The formula; arrow keys go through its parts\"><span aria-hidden=\"true\"><!></span> <!></div> <p class=\"small\" aria-live=\"polite\"><!></p> <div class=\"row\"><button> </button> <button>Valid in</button> <select aria-label=\"Logic\"></select></div>", 1), Ws = /* @__PURE__ */ G("<pre class=\"svelte-1kfifdq\"> </pre>"), Gs = /* @__PURE__ */ G("<button>Open the countermodel</button>"), Ks = /* @__PURE__ */ G("<div class=\"proof svelte-1kfifdq\" role=\"status\"><p class=\"row\"><span> </span> <span class=\"small\"> </span></p> <!> <!> <!></div>"), qs = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"formula-title\"><h2 id=\"formula-title\">Formula</h2> <input type=\"text\" class=\"entry svelte-1kfifdq\" aria-label=\"Formula\" aria-describedby=\"formula-mistake\" placeholder=\"K_a (p -> q)\" spellcheck=\"false\" autocomplete=\"off\"/> <div id=\"formula-mistake\" aria-live=\"polite\"><!></div> <!> <!> <!></section>"), Js = {
	hash: "svelte-1kfifdq",
	code: ".entry.svelte-1kfifdq {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:15px;}.shown.svelte-1kfifdq {padding:6px 4px;line-height:1.7;overflow-wrap:anywhere;}.part.svelte-1kfifdq {border-radius:4px;}sub.svelte-1kfifdq {font-size:72%;}.part.on.svelte-1kfifdq {background:var(--true);}.caret.svelte-1kfifdq {display:block;font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;}mark.svelte-1kfifdq {background:#f3b5b0;}.proof.svelte-1kfifdq {display:grid;gap:8px;}pre.svelte-1kfifdq {max-height:300px;margin:0;padding:10px;overflow:auto;border-radius:6px;background:var(--ground);font:13px/1.5 var(--sans);white-space:pre-wrap;}"
};
function Ys(e, t) {
	O(t, !0), X(e, Js);
	let n = [
		"S5",
		"KD45",
		"K45",
		"S4",
		"KT",
		"KD",
		"K"
	], r = /* @__PURE__ */ N("S5"), i = /* @__PURE__ */ j(() => $.checked), a = /* @__PURE__ */ j(() => H(i) ? Fa(H(i).text, H(i).rows) : ""), o = /* @__PURE__ */ j(() => H(i)?.rows[$.part]), s = /* @__PURE__ */ j(() => $.mistake?.position);
	function c(e) {
		let t = H(i)?.rows.length ?? 0, n = {
			ArrowRight: 1,
			ArrowDown: 1,
			ArrowLeft: -1,
			ArrowUp: -1
		}[e.key];
		n && t && (e.preventDefault(), $.part = ($.part + n + t) % t);
	}
	function l() {
		$.proved?.model && $.show($.proved.model, "countermodel");
	}
	var u = qs(), d = R(F(u), 2);
	Z(d);
	var f = R(d, 2), p = F(f), m = (e) => {
		var t = Ls(), n = F(t), r = (e) => {
			var t = Fs(), n = F(t, !0), r = R(n), i = L(r, !0), a = R(r, 1, !0);
			E(t), z((e, t, r) => {
				q(n, e), q(i, t), q(a, r);
			}, [
				() => $.mistake.text.slice(0, H(s)),
				() => $.mistake.text.slice(H(s), H(s) + 1) || " ",
				() => $.mistake.text.slice(H(s) + 1)
			]), K(e, t);
		};
		J(n, (e) => {
			H(s) !== void 0 && $.mistake.text && e(r);
		});
		var i = R(n, 1, !0), a = R(i), o = (e) => {
			var t = kr();
			z((e) => q(t, `; expected ${e ?? ""}`), [() => $.mistake.expected.join(" or ")]), K(e, t);
		};
		J(a, (e) => {
			$.mistake.expected?.length && e(o);
		});
		var c = R(a), l = (e) => {
			var t = Is(), n = R(I(t), 2);
			z(() => q(n, ` ${$.mistake.hint ?? ""}`)), K(e, t);
		};
		J(c, (e) => {
			$.mistake.hint && e(l);
		}), E(t), z(() => q(i, $.mistake.message)), K(e, t);
	};
	J(p, (e) => {
		$.mistake && e(m);
	}), E(f);
	var h = R(f, 2), g = (e) => {
		var t = Us(), s = I(t), l = F(s);
		js(F(l), () => H(a)), E(l), Ts(R(l, 2), { get text() {
			return H(i).text;
		} }), E(s);
		var u = R(s, 2), d = F(u), f = (e) => {
			var t = Rs(), n = I(t);
			{
				let e = /* @__PURE__ */ j(() => H(i).text.slice(H(o).start, H(o).end));
				Wa(n, { get text() {
					return H(e);
				} });
			}
			var r = R(n);
			z(() => q(r, ` holds at ${H(o).count ?? ""}
        ${H(o).after ? `of the ${H(o).left} worlds that are left after the announcement` : "worlds"}`)), K(e, t);
		}, p = (e) => {
			var t = Vs(), n = I(t), r = (e) => {
				var t = zs(), n = L(t);
				z(() => {
					ni(t, 1, `badge ${H(i).actual ? "good" : "bad"}`), q(n, `${H(i).actual ? "true" : "false"} at ${(($.model.actual?.length ?? 0) > 16 ? "the actual world" : $.model.actual) ?? ""}`);
				}), K(e, t);
			};
			J(n, (e) => {
				H(i).actual !== null && e(r);
			});
			var a = R(n, 2), s = (e) => {
				K(e, Bs());
			}, c = (e) => {
				var t = kr();
				z((e) => q(t, `true at ${H(o).count ?? ""} of
          ${e ?? ""} worlds`), [() => Object.keys($.model.worlds).length]), K(e, t);
			};
			J(a, (e) => {
				H(i).valid ? e(s) : e(c, -1);
			}), K(e, t);
		};
		J(d, (e) => {
			$.part ? e(f) : e(p, -1);
		}), E(u);
		var m = R(u, 2), h = F(m), g = L(h), _ = R(h, 2), v = R(_, 2);
		Y(v, 20, () => n, (e) => e, (e, t) => {
			var n = Hs(), r = L(n, !0), i = {};
			z(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(v), oi(v), E(m), z(() => q(g, `Why at ${$.hereText ?? ""}?`)), U("keydown", s, c), vr("mouseleave", s, () => $.part = 0), U("click", h, () => void $.why()), U("click", _, () => void $.prove(H(r))), si(v, () => H(r), (e) => P(r, e)), K(e, t);
	};
	J(h, (e) => {
		H(i) && H(o) && e(g);
	});
	var _ = R(h, 2), v = (e) => {
		As(e, { get reasons() {
			return $.reasons;
		} });
	};
	J(_, (e) => {
		$.reasons && e(v);
	});
	var y = R(_, 2), b = (e) => {
		var t = Ks(), n = F(t), r = F(n), i = L(r, !0), a = L(R(r, 2), !0);
		E(n);
		var o = R(n, 2), s = (e) => {
			var t = Ws(), n = L(t, !0);
			z(() => q(n, $.proved.proof)), K(e, t);
		};
		J(o, (e) => {
			$.proved.proof && e(s);
		});
		var c = R(o, 2), u = (e) => {
			var t = Ws(), n = L(t, !0);
			z(() => q(n, $.proved.why)), K(e, t);
		};
		J(c, (e) => {
			$.proved.why && e(u);
		});
		var d = R(c, 2), f = (e) => {
			var t = Gs();
			U("click", t, l), K(e, t);
		};
		J(d, (e) => {
			$.proved.model && e(f);
		}), E(t), z(() => {
			ni(r, 1, `badge ${$.proved.valid ? "good" : "bad"}`), q(i, $.proved.valid ? "valid" : "not valid"), q(a, $.proved.says);
		}), K(e, t);
	};
	J(y, (e) => {
		$.proved && e(b);
	}), E(u), z(() => {
		Q(d, "aria-invalid", $.mistake !== null), mi(d, $.formula);
	}), U("input", d, (e) => void $.type(e.currentTarget.value)), K(e, u), k();
}
W([
	"mouseover",
	"input",
	"keydown",
	"click"
]);
// src/lib/context.ts
var Xs = Symbol("session");
function Zs() {
	return qe(Xs) ?? $;
}
// src/parts/Belief.svelte
var Qs = /* @__PURE__ */ G("<div class=\"row svelte-1j252m1\"><label>rank here <input type=\"number\" min=\"0\" max=\"99\" class=\"svelte-1j252m1\"/></label></div>"), $s = /* @__PURE__ */ G("<label>weight here <input type=\"text\" inputmode=\"decimal\" class=\"svelte-1j252m1\"/></label>"), ec = /* @__PURE__ */ G("<div class=\"row svelte-1j252m1\"><!> <label>believes from <input type=\"text\" inputmode=\"decimal\" class=\"svelte-1j252m1\"/></label></div>"), tc = /* @__PURE__ */ G("<li class=\"small svelte-1j252m1\"><b class=\"svelte-1j252m1\"> </b> <select class=\"svelte-1j252m1\"><option>as knowledge</option><option>by ranks</option><option>by weights</option></select> <!></li>"), nc = /* @__PURE__ */ G("<p class=\"problem\" role=\"alert\"> </p>"), rc = /* @__PURE__ */ G("<details><summary class=\"small\">Belief: ranks or weights</summary> <ul class=\"svelte-1j252m1\"></ul> <p class=\"small pale\">A lower rank is more plausible. Weights are from 0 to 1; worlds of at least the second number are believed.</p> <!></details>"), ic = {
	hash: "svelte-1j252m1",
	code: "ul.svelte-1j252m1 {margin:8px 0;padding:0;list-style:none;display:grid;gap:6px;}li.svelte-1j252m1 {display:grid;grid-template-columns:3em minmax(0, 1fr);align-items:center;gap:6px 8px;}b.svelte-1j252m1 {overflow-wrap:anywhere;}select.svelte-1j252m1 {justify-self:start;}.row.svelte-1j252m1 {grid-column:2;gap:6px 14px;}input.svelte-1j252m1 {display:inline-block;width:62px !important;min-height:32px;padding:2px 6px;border:1px solid #b9bfca;border-radius:8px;}select.svelte-1j252m1 {min-height:32px;padding:2px 6px;}"
};
function ac(e, t) {
	O(t, !0), X(e, ic);
	let n = Zs(), r = /* @__PURE__ */ j(() => n.model), i = /* @__PURE__ */ j(() => Ji(H(r))), a = /* @__PURE__ */ N(null);
	function o(e, n) {
		let i = Number(n.value);
		Number.isInteger(i) && i >= 0 && i <= 99 ? c(da(H(r), e, t.world, i), `rank ${i} for ${e} at ${t.world}`) : l(n, `rank ${n.value}: expected a whole number from 0 to 99`);
	}
	function s(e, t, n) {
		let r = e.value.trim();
		ma(r) ? c(t(r), `${n} ${r}`) : l(e, `${r || "nothing"}: expected a number from 0 to 1, such as 0.3 or 1/3`);
	}
	function c(e, t) {
		P(a, null), n.become(e, t);
	}
	function l(e, t) {
		P(a, t, !0), e.value = e.defaultValue;
	}
	var u = rc(), d = R(F(u), 2);
	Y(d, 20, () => H(i), (e) => e, (e, n) => {
		let i = /* @__PURE__ */ j(() => la(H(r), n));
		var a = tc(), l = F(a), u = L(l, !0), d = R(l, 2), f = F(d);
		f.value = f.__value = "none";
		var p = R(f);
		p.value = p.__value = "ranks";
		var m = R(p);
		m.value = m.__value = "weights", E(d);
		var h;
		oi(d);
		var g = R(d, 2), _ = (e) => {
			var i = Qs(), a = F(i), s = R(F(a));
			Z(s), E(a), E(i), z(() => mi(s, H(r).ranks[n][t.world] ?? 0)), U("change", s, (e) => o(n, e.currentTarget)), K(e, i);
		}, v = (e) => {
			var i = ec(), a = F(i), o = (e) => {
				var i = $s(), a = R(F(i));
				Z(a), E(i), z(() => mi(a, H(r).weights[n][t.world])), U("change", a, (e) => s(e.currentTarget, (e) => fa(H(r), n, t.world, e), `weight for ${n} at ${t.world}:`)), K(e, i);
			};
			J(a, (e) => {
				H(r).weights[n][t.world] !== void 0 && e(o);
			});
			var c = R(a, 2), l = R(F(c));
			Z(l), E(c), E(i), z(() => mi(l, H(r).threshold?.[n] ?? 0)), U("change", l, (e) => s(e.currentTarget, (e) => pa(H(r), n, e), `threshold of ${n}:`)), K(e, i);
		};
		J(g, (e) => {
			H(i) === "ranks" ? e(_) : H(i) === "weights" && e(v, 1);
		}), E(a), z(() => {
			q(u, n), Q(d, "aria-label", `Belief of ${n ?? ""}`), h !== (h = H(i)) && (d.value = (d.__value = h) ?? "", ai(d, h));
		}), U("change", d, (e) => c(ua(H(r), n, e.currentTarget.value), `${n}: ${e.currentTarget.selectedOptions[0].text}`)), K(e, a);
	}), E(d);
	var f = R(d, 4), p = (e) => {
		var t = nc(), n = L(t, !0);
		z(() => q(n, H(a))), K(e, t);
	};
	J(f, (e) => {
		H(a) && e(p);
	}), E(u), z((e) => u.open = e, [() => H(i).some((e) => la(H(r), e) !== "none")]), K(e, u), k();
}
W(["change"]);
// src/parts/Inspector.svelte
var oc = /* @__PURE__ */ G("<button> </button>"), sc = /* @__PURE__ */ G("<option> </option>"), cc = /* @__PURE__ */ G("<!> <form class=\"row svelte-duhzvb\"><input type=\"text\" placeholder=\"new name\" aria-label=\"New name of the world\" class=\"svelte-duhzvb\"/> <button>Rename</button></form>", 1), lc = /* @__PURE__ */ G("<div class=\"row\" role=\"group\"></div> <div class=\"row\"><button>Make actual</button> <button>Remove</button></div> <div class=\"row\"><select aria-label=\"Agent of the arrow\"></select> <span>considers</span> <select aria-label=\"World at the end of the arrow\"></select> <button> </button></div> <!>", 1), uc = /* @__PURE__ */ G("<p class=\"small pale\">Select a world in the picture to change what is true there.</p>"), dc = /* @__PURE__ */ G("<form class=\"row svelte-duhzvb\"><input type=\"text\" placeholder=\"atom\" aria-label=\"Name of a new atom\" class=\"svelte-duhzvb\"/> <button>Add atom</button></form>"), fc = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"world-title\"><h2 id=\"world-title\"> </h2> <!> <!></section>"), pc = {
	hash: "svelte-duhzvb",
	code: "form.svelte-duhzvb input:where(.svelte-duhzvb) {width:140px;}"
};
function mc(e, t) {
	O(t, !0), X(e, pc);
	let n = Ai(t, "brief", 3, !1), r = Zs(), i = /* @__PURE__ */ N(""), a = /* @__PURE__ */ N(""), o = /* @__PURE__ */ N(""), s = /* @__PURE__ */ N(""), c = /* @__PURE__ */ j(() => r.selected), l = /* @__PURE__ */ j(() => r.model), u = /* @__PURE__ */ j(() => Yi(H(l))), d = /* @__PURE__ */ j(() => Ji(H(l))), f = /* @__PURE__ */ j(() => H(d).includes(H(o)) ? H(o) : H(d)[0] ?? ""), p = /* @__PURE__ */ j(() => H(s) in H(l).worlds ? H(s) : Object.keys(H(l).worlds)[0] ?? ""), m = /* @__PURE__ */ j(() => Xi(H(l).relations[H(f)]).some(([e, t]) => e === H(c) && t === H(p)));
	async function h(e) {
		e.preventDefault();
		let t = H(i).trim();
		if (!H(c) || !t || t in H(l).worlds) return;
		let n = r.placesNow();
		n?.[H(c)] && (n[t] = n[H(c)]), P(i, ""), r.selected = t, await r.become(na(H(l), H(c), t), `${H(c)} is now ${t}`, n);
	}
	async function g(e) {
		e.preventDefault();
		let t = H(a).trim();
		t && (P(a, ""), await r.become(ia(H(l), t), `new atom ${t}`));
	}
	async function _() {
		let e = r.picture?.frames[H(f)]?.system === "S5" && r.closed;
		await r.become(sa(H(l), H(f), H(c), H(p), e), `${H(f)}: ${H(c)} – ${H(p)}`);
	}
	var v = fc(), y = F(v), b = L(y, !0), x = R(y, 2), S = (e) => {
		var t = lc(), a = I(t);
		Y(a, 20, () => H(u), (e) => e, (e, t) => {
			var n = oc(), i = L(n, !0);
			z((e) => {
				Q(n, "aria-pressed", e), q(i, t);
			}, [() => H(l).worlds[H(c)]?.includes(t) ?? !1]), U("click", n, () => r.become(ra(H(l), H(c), t), `${t} at ${H(c)}`)), K(e, n);
		}), E(a);
		var g = R(a, 2), v = F(g), y = R(v, 2);
		E(g);
		var b = R(g, 2), x = F(b);
		Y(x, 20, () => H(d), (e) => e, (e, t) => {
			var n = sc(), r = L(n, !0), i = {};
			z(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(x), oi(x);
		var S = R(x, 4);
		Y(S, 20, () => Object.keys(H(l).worlds), (e) => e, (e, t) => {
			var n = sc(), r = L(n, !0), i = {};
			z(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(S), oi(S);
		var ee = R(S, 2), te = L(ee, !0);
		E(b);
		var ne = R(b, 2), re = (e) => {
			var t = cc(), n = I(t);
			ac(n, { get world() {
				return H(c);
			} });
			var r = R(n, 2), a = F(r);
			Z(a);
			var o = R(a, 2);
			E(r), z((e) => o.disabled = e, [() => !H(i).trim()]), vr("submit", r, h), yi(a, () => H(i), (e) => P(i, e)), K(e, t);
		};
		J(ne, (e) => {
			n() || e(re);
		}), z((e) => {
			Q(a, "aria-label", `Atoms true at ${H(c) ?? ""}`), v.disabled = H(l).actual === H(c), y.disabled = e, ee.disabled = !H(f), q(te, H(m) ? "impossible" : "possible");
		}, [() => Object.keys(H(l).worlds).length < 2]), U("click", v, () => r.become({
			...H(l),
			actual: H(c)
		}, `actual world ${H(c)}`)), U("click", y, () => r.become(ta(H(l), H(c)), `without ${H(c)}`)), si(x, () => H(f), (e) => P(o, e, !0)), si(S, () => H(p), (e) => P(s, e, !0)), U("click", ee, _), K(e, t);
	}, ee = (e) => {
		K(e, uc());
	};
	J(x, (e) => {
		H(c) ? e(S) : e(ee, -1);
	});
	var te = R(x, 2), ne = (e) => {
		var t = dc(), n = F(t);
		Z(n);
		var r = R(n, 2);
		E(t), z((e) => r.disabled = e, [() => !H(a).trim()]), vr("submit", t, g), yi(n, () => H(a), (e) => P(a, e)), K(e, t);
	};
	J(te, (e) => {
		n() || e(ne);
	}), E(v), z(() => q(b, H(c) ? `World ${H(c)}` : "Worlds")), K(e, v), k();
}
W(["click"]);
// src/lib/eye.ts
function hc(e, t, n) {
	let r = /* @__PURE__ */ new Set([e]);
	for (let e of t) {
		let t = /* @__PURE__ */ new Set();
		for (let i of r) for (let r of n[e]?.[i] ?? []) t.add(r);
		r = t;
	}
	return r;
}
// src/lib/curves.ts
function gc([e, t, n, r]) {
	return `M${e} C${t} ${n} ${r}`;
}
function _c(e, t, n = 3.2) {
	let [r, , , i] = e, a = Math.hypot(i[0] - r[0], i[1] - r[1]) || 1, o = [-(i[1] - r[1]) / a, (i[0] - r[0]) / a];
	return Array.from({ length: t }, (r, i) => {
		let a = (i - (t - 1) / 2) * n;
		return e.map(([e, t]) => [e + a * o[0], t + a * o[1]]);
	});
}
function vc([e, t, n, r], i = 8) {
	let a = [
		n,
		t,
		e
	].find((e) => Math.hypot(r[0] - e[0], r[1] - e[1]) > .5) ?? e, o = Math.hypot(r[0] - a[0], r[1] - a[1]) || 1, [s, c] = [(r[0] - a[0]) / o, (r[1] - a[1]) / o], l = [r[0] - i * s, r[1] - i * c], u = i * .38;
	return `${r} ${l[0] - u * c},${l[1] + u * s} ${l[0] + u * c},${l[1] - u * s}`;
}
function yc([e, t, n, r]) {
	return [
		r,
		n,
		t,
		e
	];
}
function bc(e, t) {
	let [n, r] = [xc(e, t), xc(t, e)], i = (e) => [n[0] + e * (r[0] - n[0]), n[1] + e * (r[1] - n[1])];
	return [
		n,
		i(1 / 3),
		i(2 / 3),
		r
	];
}
function xc(e, t) {
	let [n, r] = [t.x - e.x, t.y - e.y], i = Math.hypot(n, r) || 1, a = Math.min(e.width / 2 / Math.abs(n) * i, e.height / 2 / Math.abs(r) * i, Math.max(e.width, e.height) / 2 * 1.2);
	return [e.x + n / i * a, e.y + r / i * a];
}
// src/parts/Look.svelte
var Sc = /* @__PURE__ */ G("<option> </option>"), Cc = /* @__PURE__ */ G("<div class=\"list svelte-1v3k5t7\" role=\"group\" aria-label=\"Look of the picture\"><label>Layout <select></select></label> <label><input type=\"checkbox\"/> Short names</label> <label><input type=\"checkbox\"/> Legend</label></div>"), wc = /* @__PURE__ */ G("<div class=\"menu svelte-1v3k5t7\"><button>Look</button> <!></div>"), Tc = {
	hash: "svelte-1v3k5t7",
	code: ".menu.svelte-1v3k5t7 {position:relative;margin-left:auto;}.list.svelte-1v3k5t7 {position:absolute;right:0;z-index:3;display:grid;gap:8px;margin-top:4px;padding:12px;border:1px solid var(--line);border-radius:10px;background:var(--paper);box-shadow:0 10px 30px rgb(0 0 0 / 15%);white-space:nowrap;}"
};
function Ec(e, t) {
	O(t, !0), X(e, Tc);
	let n = [
		[null, "automatic"],
		["layers", "layers"],
		["grid", "grid"],
		["circle", "circle"],
		["free", "free"]
	], r = Zs(), i = /* @__PURE__ */ N(!1), a;
	function o(e) {
		r.see({
			...r.look,
			...e
		});
	}
	var s = wc();
	vr("click", $t, (e) => P(i, H(i) && e.composedPath().includes(a), !0)), vr("keydown", $t, (e) => P(i, H(i) && e.key !== "Escape", !0));
	var c = F(s), l = R(c, 2), u = (e) => {
		var t = Cc(), i = F(t), a = R(F(i));
		Y(a, 21, () => n, ([e, t]) => t, (e, t) => {
			var n = /* @__PURE__ */ j(() => m(H(t), 2));
			let r = () => H(n)[0], i = () => H(n)[1];
			var a = Sc(), o = L(a, !0), s = {};
			z(() => {
				q(o, i()), s !== (s = r()) && (a.value = (a.__value = s) ?? "");
			}), K(e, a);
		}), E(a);
		var s;
		oi(a), E(i);
		var c = R(i, 2), l = F(c);
		Z(l), Ee(), E(c);
		var u = R(c, 2), d = F(u);
		Z(d), Ee(), E(u), E(t), z(() => {
			s !== (s = r.look.layout) && (a.value = (a.__value = s) ?? "", ai(a, s)), hi(l, r.look.compact), hi(d, r.look.legend);
		}), U("change", a, (e) => o({ layout: n[e.currentTarget.selectedIndex][0] })), U("change", l, () => o({ compact: !r.look.compact })), U("change", d, () => o({ legend: !r.look.legend })), K(e, t);
	};
	J(l, (e) => {
		H(i) && e(u);
	}), E(s), Di(s, (e) => a = e, () => a), z(() => Q(c, "aria-expanded", H(i))), U("click", c, () => P(i, !H(i))), K(e, s), k();
}
W(["click", "change"]);
// src/parts/Picture.svelte
var Dc = /* @__PURE__ */ G("<button class=\"svelte-baybvi\"><svg width=\"18\" height=\"10\" aria-hidden=\"true\" class=\"svelte-baybvi\"><line x1=\"0\" y1=\"5\" x2=\"18\" y2=\"5\" stroke-width=\"2.5\"></line></svg> </button>"), Oc = /* @__PURE__ */ G("<div class=\"tools svelte-baybvi\" role=\"toolbar\" aria-label=\"Edit the picture\"><button title=\"Escape\" class=\"svelte-baybvi\">Move</button> <button title=\"n, then click where it goes\" class=\"svelte-baybvi\">New world</button> <!> <!></div>"), kc = /* @__PURE__ */ G("<button> </button>"), Ac = /* @__PURE__ */ G("<div class=\"notice svelte-baybvi\"><div class=\"problem\" role=\"alert\"> </div> <div class=\"row\"><button>Merge bisimilar worlds</button> <button>Keep only reachable worlds</button> <!></div></div>"), jc = /* @__PURE__ */ Dr("<polygon></polygon>"), Mc = /* @__PURE__ */ Dr("<path fill=\"none\"></path><!><!>", 1), Nc = /* @__PURE__ */ Dr("<tspan> </tspan>"), Pc = /* @__PURE__ */ Dr("<text class=\"agents svelte-baybvi\"></text>"), Fc = /* @__PURE__ */ Dr("<g><!><!></g>"), Ic = /* @__PURE__ */ Dr("<rect class=\"hub svelte-baybvi\" rx=\"9\"></rect><text class=\"agents svelte-baybvi\"></text>", 1), Lc = /* @__PURE__ */ Dr("<rect class=\"ring svelte-baybvi\"></rect>"), Rc = /* @__PURE__ */ Dr("<text> </text>"), zc = /* @__PURE__ */ Dr("<g><!><rect class=\"body svelte-baybvi\"></rect><!><title> </title></g>"), Bc = /* @__PURE__ */ Dr("<line class=\"draft svelte-baybvi\"></line>"), Vc = /* @__PURE__ */ G("Filled: <!> holds.", 1), Hc = /* @__PURE__ */ G("<p class=\"legend small pale svelte-baybvi\">Double ring: the actual world. <!> <!> <!></p>"), Uc = /* @__PURE__ */ G("<div><!> <!> <svg role=\"group\"><g class=\"links svelte-baybvi\" aria-hidden=\"true\"><!><!></g><!><!></svg> <!></div>"), Wc = {
	hash: "svelte-baybvi",
	code: ".frame.svelte-baybvi {position:relative;display:grid;grid-template-rows:auto minmax(0, 1fr) auto;min-height:0;background:var(--paper);}.plain.svelte-baybvi {grid-template-rows:minmax(0, 1fr);}.plain.svelte-baybvi svg:where(.svelte-baybvi) {max-height:320px;touch-action:auto;}.plain.svelte-baybvi .world:where(.svelte-baybvi) {cursor:default;}.plain.svelte-baybvi .world[role=\"button\"]:where(.svelte-baybvi) {cursor:pointer;}.tools.svelte-baybvi {display:flex;flex-wrap:wrap;gap:6px;padding:10px 16px 0;}.tools.svelte-baybvi button:where(.svelte-baybvi) {display:inline-flex;align-items:center;gap:7px;}svg.svelte-baybvi {width:100%;height:100%;min-height:0;touch-action:none;user-select:none;}.tools.svelte-baybvi svg:where(.svelte-baybvi) {width:18px;height:10px;}svg.drawing.svelte-baybvi {cursor:crosshair;}.notice.svelte-baybvi {position:absolute;inset:60px 24px auto;display:grid;gap:10px;max-width:640px;}.world.svelte-baybvi {cursor:pointer;transition:transform 0.35s ease,\n      opacity 0.25s;}.world.still.svelte-baybvi {transition:none;}.world.svelte-baybvi:focus-visible {outline:none;}.world.svelte-baybvi:focus-visible .body:where(.svelte-baybvi) {stroke:#2f7de1;stroke-width:4;}.body.svelte-baybvi {fill:#fff;stroke:var(--ink);stroke-width:1.4;transition:fill 0.15s;}.ring.svelte-baybvi {fill:none;stroke:var(--ink);stroke-width:1.2;}.filled.svelte-baybvi .body:where(.svelte-baybvi) {fill:var(--true);}.selected.svelte-baybvi .body:where(.svelte-baybvi) {stroke:var(--accent);stroke-width:3;}.lit.svelte-baybvi .body:where(.svelte-baybvi) {stroke:var(--bad);stroke-width:3.5;}.faded.svelte-baybvi {opacity:0.16;}.links.svelte-baybvi g:where(.svelte-baybvi) {transition:opacity 0.25s;}text.svelte-baybvi {font:12px var(--sans);fill:var(--ink);text-anchor:middle;dominant-baseline:central;pointer-events:none;}text.name.svelte-baybvi {font-weight:600;font-size:13px;}text.remark.svelte-baybvi {fill:var(--pale);font-size:11px;}text.agents.svelte-baybvi {font-weight:600;paint-order:stroke;stroke:#fff;stroke-width:4;}.hub.svelte-baybvi {fill:#fff;stroke:#b9bfca;}.draft.svelte-baybvi {stroke-width:2.5;stroke-dasharray:4 4;}.legend.svelte-baybvi {padding:0 16px 8px;}"
};
function Gc(e, t) {
	O(t, !0), X(e, Wc);
	let n = Ai(t, "plain", 3, !1), r = Ai(t, "picks", 3, null), i = Zs(), a, o, s = /* @__PURE__ */ N("move"), c = /* @__PURE__ */ N(null), l = /* @__PURE__ */ N(null), u = /* @__PURE__ */ j(() => i.picture), d = /* @__PURE__ */ j(() => Ji(i.model)), f = /* @__PURE__ */ j(() => H(s).startsWith("arrow:") ? H(s).slice(6) : null), p = /* @__PURE__ */ j(() => (H(u)?.worlds ?? []).map((e) => H(c)?.name === e.name ? {
		...e,
		x: H(c).x,
		y: H(c).y
	} : {
		...e,
		y: -e.y
	})), m = /* @__PURE__ */ j(() => (H(u)?.hubs ?? []).map((e) => ({
		...e,
		y: -e.y
	}))), h = /* @__PURE__ */ j(() => (H(u)?.links ?? []).map((e) => ({
		link: e,
		curve: b(e)
	}))), g = /* @__PURE__ */ j(() => new Set(r() ?? t.filled ? (r() ?? t.filled).map((e) => H(p).findIndex((t) => t.name === e)) : i.checked?.rows[i.part]?.worlds ?? [])), _ = /* @__PURE__ */ j(() => H(u)?.worlds.findIndex((e) => e.name === i.here) ?? -1), v = /* @__PURE__ */ j(() => i.eye.length && H(u) && H(_) >= 0 ? hc(H(_), i.eye, H(u).sees) : null), y = /* @__PURE__ */ j(() => x(H(u)?.worlds ?? []));
	function b(e) {
		let t = ([e, t]) => [e, -t];
		if (!(H(c) && [e.source, e.target].some((e) => H(u)?.worlds[e]?.name === H(c).name))) return e.curve.map(t);
		let n = [e.source, e.target].map((e) => H(p)[e] ?? H(m)[e - H(p).length]);
		if (e.kind !== "loop") return bc(...n);
		let r = H(u).worlds[e.source];
		return e.curve.map(([e, t]) => [e - r.x + H(c).x, -t + r.y + H(c).y]);
	}
	function x(e) {
		let t = [...e, ...H(u)?.hubs ?? []], r = (H(u)?.links ?? []).flatMap((e) => e.curve), i = [...t.flatMap((e) => [e.x - e.width / 2, e.x + e.width / 2]), ...r.map(([e]) => e)], a = [...t.flatMap((e) => [-e.y - e.height / 2, -e.y + e.height / 2]), ...r.map(([, e]) => -e)];
		if (!i.length) return "0 0 560 400";
		let [o, s] = [Math.min(...i) - 30, Math.min(...a) - 30], [c, l] = [Math.max(...i) + 30 - o, Math.max(...a) + 30 - s], [d, f] = n() ? [400, 120] : [560, 400], [p, m] = [Math.max(c, d), Math.max(l, f)];
		return `${o - (p - c) / 2} ${s - (m - l) / 2} ${p} ${m}`;
	}
	function S(e) {
		let t = new DOMPoint(e.clientX, e.clientY).matrixTransform(o.getScreenCTM().inverse());
		return [t.x, t.y];
	}
	function ee([e, t]) {
		return H(p).find((n) => Math.abs(n.x - e) <= n.width / 2 + 6 && Math.abs(n.y - t) <= n.height / 2 + 6);
	}
	function te(e) {
		if (e.button !== 0) return;
		let t = S(e), n = ee(t);
		n ? (o.setPointerCapture(e.pointerId), H(f) ? P(l, {
			from: n.name,
			x: t[0],
			y: t[1]
		}) : P(c, {
			name: n.name,
			x: n.x,
			y: n.y,
			moved: !1
		})) : H(s) === "world" ? ae(t) : i.selected = null;
	}
	function ne(e) {
		let [t, n] = S(e);
		H(l) && P(l, {
			...H(l),
			x: t,
			y: n
		}), H(c) && (H(c).moved || Math.hypot(t - H(c).x, n - H(c).y) > 4) && P(c, {
			...H(c),
			x: t,
			y: n,
			moved: !0
		});
	}
	async function re(e) {
		if (H(l)) {
			let t = ee(S(e)), n = H(l).from;
			P(l, null), t && H(f) && await ie(n, t.name);
			return;
		}
		if (!H(c)) return;
		let { name: t, x: n, y: r, moved: a } = H(c);
		if (!a) {
			P(c, null), oe(t);
			return;
		}
		let o = {
			...i.placesNow() ?? {},
			[t]: [n, -r]
		};
		await i.place(o), P(c, null);
	}
	async function ie(e, t) {
		let n = H(u)?.frames[H(f)]?.system === "S5" && i.closed, r = sa(i.model, H(f), e, t, n);
		await i.become(r, `${H(f)}: ${e} – ${t}`);
	}
	async function ae([e, t]) {
		let n = $i(i.model), r = {
			...i.placesNow() ?? {},
			[n]: [e, -t]
		};
		await i.become(ea(i.model, n), `new world ${n}`, r), i.selected = n, P(s, "move");
	}
	function oe(e) {
		r() ? t.pick?.(e) : n() || (i.selected = i.selected === e ? null : e);
	}
	function se(e, t) {
		(e.key === "Enter" || e.key === " ") && (e.preventDefault(), oe(t));
	}
	function ce(e) {
		if (e.target instanceof HTMLElement && e.target.matches("input, textarea, select") || n() || e.ctrlKey || e.metaKey || e.altKey || i !== $ && !a.contains(document.activeElement)) return;
		let t = Number(e.key);
		e.key === "Escape" ? P(s, "move") : e.key === "n" ? P(s, "world") : t >= 1 && t <= H(d).length && P(s, `arrow:${H(d)[t - 1]}`);
	}
	function le(e, n) {
		let a = i.model.actual === e.name ? ", the actual world" : "", o = i.checked || r() || t.filled ? `, ${r() ?? t.filled ? H(g).has(n) ? "marked" : "not marked" : `the formula is ${H(g).has(n) ? "true" : "false"}`}` : "";
		return `World ${e.name}${a}: ${e.atoms.join(", ")}${o}`;
	}
	let ue = {
		solid: void 0,
		dashed: "7 4",
		dotted: "1.5 3.5"
	};
	var de = Uc();
	vr("keydown", $t, ce);
	let fe;
	var pe = F(de), me = (e) => {
		var t = Oc(), n = F(t), r = R(n, 2), i = R(r, 2);
		Y(i, 18, () => H(d), (e) => e, (e, t, n) => {
			var r = Dc(), i = F(r), a = L(i), o = R(i);
			E(r), z(() => {
				Q(r, "aria-pressed", H(f) === t), Q(r, "title", `${H(n) + 1}, then drag from world to world`), Q(a, "stroke", H(u)?.strokes[t]?.colour), Q(a, "stroke-dasharray", ue[H(u)?.strokes[t]?.style ?? "solid"]), q(o, ` ${t ?? ""}`);
			}), U("click", r, () => P(s, `arrow:${t}`)), K(e, r);
		}), Ec(R(i, 2), {}), E(t), z(() => {
			Q(n, "aria-pressed", H(s) === "move"), Q(r, "aria-pressed", H(s) === "world");
		}), U("click", n, () => P(s, "move")), U("click", r, () => P(s, "world")), K(e, t);
	};
	J(pe, (e) => {
		n() || e(me);
	});
	var he = R(pe, 2), ge = (e) => {
		var t = Ac(), n = F(t), r = L(n, !0), a = R(n, 2), o = F(a), s = R(o, 2);
		Y(R(s, 2), 16, () => [1, 2], (e) => e, (e, t) => {
			var n = kc(), r = L(n);
			z(() => q(r, `Keep only worlds within ${t ?? ""} ${t === 1 ? "step" : "steps"}`)), U("click", n, () => i.happen({
				kind: "generated",
				at: i.here,
				depth: t
			}, `within ${t} of ${i.hereText}`)), K(e, n);
		}), E(a), E(t), z(() => q(r, i.drawing.message)), U("click", o, () => i.happen({ kind: "contract" }, "bisimilar worlds merged")), U("click", s, () => i.happen({
			kind: "generated",
			at: i.here
		}, "reachable worlds")), K(e, t);
	};
	J(he, (e) => {
		i.drawing && e(ge);
	});
	var _e = R(he, 2);
	let C;
	var ve = F(_e), ye = F(ve);
	Y(ye, 19, () => H(h), ({ link: e, curve: t }, n) => `${e.source} ${e.target} ${e.kind} ${e.agents} ${n}`, (e, t) => {
		let n = () => H(t).link, r = () => H(t).curve, i = /* @__PURE__ */ j(() => H(v) !== null && !(H(v).has(n().source) && (H(v).has(n().target) || n().target >= H(p).length)));
		var a = Fc();
		let o;
		var s = F(a);
		Y(s, 17, () => _c(r(), n().agents.length), Vr, (e, t, r) => {
			let i = /* @__PURE__ */ j(() => H(u).strokes[n().agents[r]]);
			var a = Mc(), o = I(a), s = R(o), c = (e) => {
				var n = jc();
				z((e) => {
					Q(n, "points", e), Q(n, "fill", H(i).colour);
				}, [() => vc(H(t))]), K(e, n);
			};
			J(s, (e) => {
				n().kind !== "line" && e(c);
			});
			var l = R(s), d = (e) => {
				var n = jc();
				z((e) => {
					Q(n, "points", e), Q(n, "fill", H(i).colour);
				}, [() => vc(yc(H(t)))]), K(e, n);
			};
			J(l, (e) => {
				n().kind === "both" && e(d);
			}), z((e) => {
				Q(o, "d", e), Q(o, "stroke", H(i).colour), Q(o, "stroke-width", H(i).width), Q(o, "stroke-dasharray", ue[H(i).style]);
			}, [() => gc(H(t))]), K(e, a);
		});
		var l = R(s), d = (e) => {
			var t = Pc();
			Y(t, 22, () => n().agents, (e) => e, (e, t, r) => {
				var i = Nc(), a = L(i);
				z(() => {
					Q(i, "fill", H(u).strokes[t].colour), q(a, `${t ?? ""}${H(r) < n().agents.length - 1 ? ", " : ""}`);
				}), K(e, i);
			}), E(t), z(() => {
				Q(t, "x", n().label[0]), Q(t, "y", -n().label[1]);
			}), K(e, t);
		}, f = /* @__PURE__ */ j(() => n().label && !(H(c) && [n().source, n().target].some((e) => H(p)[e]?.name === H(c)?.name)));
		J(l, (e) => {
			H(f) && e(d);
		}), E(a), z(() => o = ni(a, 0, "svelte-baybvi", null, o, { faded: H(i) })), K(e, a);
	}), Y(R(ye), 17, () => H(m), Vr, (e, t) => {
		var n = Ic(), r = I(n), i = R(r);
		Y(i, 22, () => H(t).agents, (e) => e, (e, n, r) => {
			var i = Nc(), a = L(i);
			z(() => {
				Q(i, "fill", H(u).strokes[n].colour), q(a, `${n ?? ""}${H(r) < H(t).agents.length - 1 ? ", " : ""}`);
			}), K(e, i);
		}), E(i), z(() => {
			Q(r, "x", H(t).x - H(t).width / 2), Q(r, "y", H(t).y - H(t).height / 2), Q(r, "width", H(t).width), Q(r, "height", H(t).height), Q(i, "x", H(t).x), Q(i, "y", H(t).y);
		}), K(e, n);
	}), E(ve);
	var be = R(ve);
	Y(be, 19, () => H(p), (e) => e.name, (e, t, a) => {
		let o = /* @__PURE__ */ j(() => [
			...H(t).title,
			...H(t).atoms,
			...H(t).remarks
		]);
		var s = zc();
		let l;
		var u = F(s), d = (e) => {
			var n = Lc();
			z(() => {
				Q(n, "x", -H(t).width / 2 - 4), Q(n, "y", -H(t).height / 2 - 4), Q(n, "width", H(t).width + 8), Q(n, "height", H(t).height + 8), Q(n, "rx", H(t).radius + 4);
			}), K(e, n);
		};
		J(u, (e) => {
			i.model.actual === H(t).name && e(d);
		});
		var f = R(u), p = R(f);
		Y(p, 17, () => H(o), Vr, (e, n, r) => {
			var i = Rc();
			let a;
			var s = L(i, !0);
			z(() => {
				Q(i, "y", (r - (H(o).length - 1) / 2) * 15), a = ni(i, 0, "svelte-baybvi", null, a, {
					name: r < H(t).title.length,
					remark: r >= H(t).title.length + H(t).atoms.length
				}), q(s, H(n));
			}), K(e, i);
		});
		var m = L(R(p), !0);
		E(s), z((e, i, a, o, u, d) => {
			l = ni(s, 0, "world svelte-baybvi", null, l, {
				filled: e,
				faded: i,
				lit: a,
				selected: o,
				still: H(c)?.name === H(t).name
			}), Q(s, "transform", `translate(${H(t).x ?? ""} ${H(t).y ?? ""})`), Q(s, "role", n() && !r() ? "img" : "button"), Q(s, "tabindex", n() && !r() ? void 0 : 0), Q(s, "aria-label", u), Q(s, "aria-pressed", d), Q(f, "x", -H(t).width / 2), Q(f, "y", -H(t).height / 2), Q(f, "width", H(t).width), Q(f, "height", H(t).height), Q(f, "rx", H(t).radius), q(m, H(t).said);
		}, [
			() => H(g).has(H(a)),
			() => H(v) !== null && !H(v).has(H(a)) && H(a) !== H(_),
			() => i.lit.includes(H(t).name),
			() => r() ? r().includes(H(t).name) : i.selected === H(t).name,
			() => le(H(t), H(a)),
			() => r() ? r().includes(H(t).name) : n() ? void 0 : i.selected === H(t).name
		]), U("keydown", s, (e) => se(e, H(t).name)), K(e, s);
	});
	var xe = R(be), Se = (e) => {
		let t = /* @__PURE__ */ j(() => H(p).find((e) => e.name === H(l).from));
		var n = Ar(), r = I(n), i = (e) => {
			var n = Bc();
			z(() => {
				Q(n, "x1", H(t).x), Q(n, "y1", H(t).y), Q(n, "x2", H(l).x), Q(n, "y2", H(l).y), Q(n, "stroke", H(u)?.strokes[H(f)]?.colour);
			}), K(e, n);
		};
		J(r, (e) => {
			H(t) && e(i);
		}), K(e, n);
	};
	J(xe, (e) => {
		H(l) && e(Se);
	}), E(_e), Di(_e, (e) => o = e, () => o);
	var w = R(_e, 2), Ce = (e) => {
		var t = Hc(), n = R(F(t)), r = (e) => {
			var t = Vc(), n = R(I(t));
			{
				let e = /* @__PURE__ */ j(() => i.checked.text.slice(i.checked.rows[i.part]?.start, i.checked.rows[i.part]?.end));
				Wa(n, { get text() {
					return H(e);
				} });
			}
			Ee(), K(e, t);
		};
		J(n, (e) => {
			i.checked && e(r);
		});
		var a = R(n, 2);
		Y(a, 16, () => H(u)?.notes ?? [], (e) => e, (e, t) => {
			Ee();
			var n = kr();
			z((e, t) => q(n, `${e ?? ""}${t ?? ""}.`), [() => t[0].toUpperCase(), () => t.slice(1)]), K(e, n);
		});
		var o = R(a, 2), s = (e) => {
			var t = kr();
			z(() => q(t, `Dimmed: not seen from ${i.hereText ?? ""}.`)), K(e, t);
		};
		J(o, (e) => {
			i.eye.length && e(s);
		}), E(t), K(e, t);
	};
	J(w, (e) => {
		!n() && i.look.legend && e(Ce);
	}), E(de), Di(de, (e) => a = e, () => a), z(() => {
		fe = ni(de, 1, "frame svelte-baybvi", null, fe, { plain: n() }), Q(_e, "viewBox", H(y)), Q(_e, "aria-label", `Picture of the model: ${H(p).length ?? ""} worlds`), C = ni(_e, 0, "svelte-baybvi", null, C, { drawing: H(f) || H(s) === "world" });
	}), U("pointerdown", _e, te), U("pointermove", _e, ne), U("pointerup", _e, re), K(e, de), k();
}
W([
	"click",
	"pointerdown",
	"pointermove",
	"pointerup",
	"keydown"
]);
// src/parts/StoryCard.svelte
var Kc = /* @__PURE__ */ G("<span class=\"said svelte-198vmsd\"><!></span>"), qc = /* @__PURE__ */ G("<li><button class=\"quiet svelte-198vmsd\"> <span class=\"pale\"> </span> <!></button></li>"), Jc = /* @__PURE__ */ G("<p><b>Answer:</b> </p>"), Yc = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"story-title\"><h2 id=\"story-title\"> </h2> <details><summary class=\"small\">The puzzle</summary> <p class=\"small\"> </p> <p class=\"small pale\"> </p></details> <ol class=\"svelte-198vmsd\"></ol> <div class=\"row\"><button>Back</button> <button class=\"primary\">Next step</button></div> <!></section>"), Xc = {
	hash: "svelte-198vmsd",
	code: "ol.svelte-198vmsd {max-height:240px;margin:0;padding-left:22px;overflow:auto;}button.quiet.svelte-198vmsd {width:100%;vertical-align:top;text-align:left;font-size:14px;}.said.svelte-198vmsd {display:block;color:var(--accent);max-height:3em;overflow:hidden;overflow-wrap:anywhere;}[aria-current].svelte-198vmsd {background:var(--accent-soft);}"
};
function Zc(e, t) {
	O(t, !0), X(e, Xc);
	let n = /* @__PURE__ */ N(0);
	async function r(e) {
		P(n, e, !0);
		let { model: r, sentence: i, formula: a, kind: o } = t.story.steps[e];
		a && o === "holds" && await $.type(a), r && JSON.stringify(r) !== JSON.stringify($.model) && await $.become(r, i);
	}
	var i = Yc(), a = F(i), o = L(a, !0), s = R(a, 2), c = R(F(s), 2), l = L(c, !0), u = L(R(c, 2));
	E(s);
	var d = R(s, 2);
	Y(d, 21, () => t.story.steps, Vr, (e, t, i) => {
		var a = qc(), o = F(a), s = F(o), c = R(s), l = L(c, !0), u = R(c, 2), d = (e) => {
			var n = Kc();
			Wa(F(n), { get text() {
				return H(t).formula;
			} }), E(n), K(e, n);
		};
		J(u, (e) => {
			H(t).formula && e(d);
		}), E(o), E(a), z((e) => {
			Q(o, "aria-current", i === H(n) ? "step" : void 0), q(s, `${H(t).sentence ?? ""} `), q(l, e);
		}, [() => H(t).worlds.toLocaleString("en")]), U("click", o, () => r(i)), K(e, a);
	}), E(d);
	var f = R(d, 2), p = F(f), m = R(p, 2);
	E(f);
	var h = R(f, 2), g = (e) => {
		var n = Jc(), r = R(F(n));
		E(n), z(() => q(r, ` ${t.story.conclusion ?? ""}`)), K(e, n);
	};
	J(h, (e) => {
		H(n) === t.story.steps.length - 1 && e(g);
	}), E(i), z(() => {
		q(o, t.story.title), q(l, t.story.statement), q(u, `Source: ${t.story.source ?? ""}`), p.disabled = H(n) === 0, m.disabled = H(n) === t.story.steps.length - 1;
	}), U("click", p, () => r(H(n) - 1)), U("click", m, () => r(H(n) + 1)), K(e, i), k();
}
W(["click"]);
// src/parts/Timeline.svelte
var Qc = /* @__PURE__ */ G("<span aria-hidden=\"true\">↳</span>"), $c = /* @__PURE__ */ G("<li><button class=\"quiet svelte-l5gxhn\"><!> <span class=\"pale\"> </span></button></li>"), el = /* @__PURE__ */ G("<nav class=\"timeline svelte-l5gxhn\" aria-label=\"Timeline\"><ol class=\"svelte-l5gxhn\"></ol></nav>"), tl = {
	hash: "svelte-l5gxhn",
	code: ".timeline.svelte-l5gxhn {border-top:1px solid var(--line);background:var(--ground);overflow-x:auto;}ol.svelte-l5gxhn {display:flex;gap:4px;margin:0;padding:6px 12px;list-style:none;}button.svelte-l5gxhn {max-width:260px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:13px;}[aria-current].svelte-l5gxhn {border-color:var(--accent);background:var(--paper);color:var(--accent);}"
};
function nl(e, t) {
	O(t, !0), X(e, tl);
	let n = /* @__PURE__ */ j(() => new Set($.moments.filter((e) => $.moments.some((t) => t.before === e.before && t.id < e.id)).map((e) => e.id)));
	var r = el(), i = F(r);
	Y(i, 21, () => $.moments, (e) => e.id, (e, t) => {
		var r = $c(), i = F(r), a = F(i), o = (e) => {
			K(e, Qc());
		}, s = /* @__PURE__ */ j(() => H(n).has(H(t).id));
		J(a, (e) => {
			H(s) && e(o);
		});
		var c = R(a), l = L(R(c), !0);
		E(i), E(r), z((e, n) => {
			Q(i, "aria-current", H(t).id === $.now ? "step" : void 0), Q(i, "title", e), q(c, ` ${H(t).label ?? ""} `), q(l, n);
		}, [() => H(n).has(H(t).id) ? `another way on from step ${H(t).before}` : void 0, () => Object.keys(H(t).model.worlds).length]), U("click", i, () => $.go(H(t).id)), K(e, r);
	}), E(i), E(r), K(e, r), k();
}
W(["click"]);
// src/parts/Explore.svelte
var rl = /* @__PURE__ */ G("<div class=\"problem full svelte-4ufa8d\" role=\"alert\"> </div>"), il = /* @__PURE__ */ G("<main><section class=\"stage svelte-4ufa8d\" aria-label=\"Model\"><!> <!></section> <aside aria-label=\"Questions and changes\" class=\"svelte-4ufa8d\"><!> <!> <!> <!> <!> <!></aside></main>"), al = {
	hash: "svelte-4ufa8d",
	code: "main.svelte-4ufa8d {display:grid;grid-template-columns:minmax(0, 1fr) 420px;min-height:0;}.stage.svelte-4ufa8d {display:grid;grid-template-rows:minmax(0, 1fr) auto;min-height:0;}aside.svelte-4ufa8d {display:grid;align-content:start;gap:12px;padding:12px 16px 24px;overflow-y:auto;border-left:1px solid var(--line);}.full.svelte-4ufa8d {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:13px;}main.slide.svelte-4ufa8d {grid-template-columns:1fr;}.slide.svelte-4ufa8d aside:where(.svelte-4ufa8d) {display:none;}\n\n  @media (max-width: 900px) {main.svelte-4ufa8d {grid-template-columns:minmax(0, 1fr);}.stage.svelte-4ufa8d {grid-template-rows:62vh auto;}aside.svelte-4ufa8d {border-left:0;padding:12px;}\n  }"
};
function ol(e, t) {
	O(t, !0), X(e, al);
	let n = Ai(t, "slide", 3, !1);
	var r = il();
	let i;
	var a = F(r), o = F(a);
	Gc(o, {}), nl(R(o, 2), {}), E(a);
	var s = R(a, 2), c = F(s), l = (e) => {
		Zc(e, { get story() {
			return $.story;
		} });
	};
	J(c, (e) => {
		$.story && e(l);
	});
	var u = R(c, 2);
	Ys(u, {});
	var d = R(u, 2), f = (e) => {
		var t = rl(), n = L(t, !0);
		z(() => q(n, $.refused.full ?? $.refused.message)), K(e, t);
	};
	J(d, (e) => {
		$.refused && e(f);
	});
	var p = R(d, 2);
	gs(p, {});
	var m = R(p, 2);
	Lo(m, {}), mc(R(m, 2), {}), E(s), E(r), z(() => i = ni(r, 1, "svelte-4ufa8d", null, i, { slide: n() })), K(e, r), k();
}
// src/Widget.svelte
var sl = /* @__PURE__ */ G("<div class=\"widget svelte-gxf5w3\"><!> <!></div>"), cl = {
	hash: "svelte-gxf5w3",
	code: ".widget.svelte-gxf5w3 {display:grid;grid-template-rows:auto minmax(0, 1fr);gap:8px;height:640px;padding:8px;container-type:inline-size;}"
};
function ll(e) {
	X(e, cl);
	let t = /* @__PURE__ */ N(!1);
	var n = sl(), r = F(n);
	Oo(r, {
		get slide() {
			return H(t);
		},
		set slide(e) {
			P(t, e, !0);
		}
	}), ol(R(r, 2), { get slide() {
		return H(t);
	} }), E(n), K(e, n);
}
// src/widget.ts
var ul = /* @__PURE__ */ new Map(), dl = 0;
function fl({ model: e }) {
	e.on("msg:custom", (e) => {
		let { id: t, status: n, text: r } = e;
		ul.get(t)?.(new Response(r, { status: n })), ul.delete(t);
	}), zi((t, n, r) => {
		let i = dl++;
		return e.send({
			id: i,
			route: t,
			body: JSON.stringify(n)
		}), new Promise((e, t) => {
			ul.set(i, e), r.addEventListener("abort", () => {
				ul.delete(i), t(r.reason);
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
		JSON.stringify(t.model) !== JSON.stringify($.model) && $.become(t.model, "from Python"), t.formula !== $.formula && $.type(t.formula);
	});
}
function pl({ el: e }) {
	let t = e.attachShadow({ mode: "open" }), n = document.createElement("style");
	n.textContent = `${ka.replaceAll(":root", ":host")} :host { display: block; color: var(--ink); background: var(--ground); font: 15px/1.45 var(--sans); text-align: left; }`, t.append(n);
	let r = Fr(ll, { target: t.appendChild(document.createElement("div")) });
	return () => void zr(r);
}
var ml = {
	initialize: fl,
	render: pl
};
export { ml as default };

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
	return we(/* @__PURE__ */ cn(T));
}
function E(e) {
	if (w) {
		if (/* @__PURE__ */ cn(T) !== null) throw be(), _e;
		T = e;
	}
}
function Ee(e = 1) {
	if (w) {
		for (var t = e, n = T; t--;) n = /* @__PURE__ */ cn(n);
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
		var i = /* @__PURE__ */ cn(n);
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
function Je(e, t) {
	return Ge(D, "setContext").set(e, t), t;
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
		for (var r of n) xn(r);
	}
	return e !== void 0 && (t.x = e), t.i = !0, D = t.p, Ye(e);
}
function Ye(e = {}) {
	return i(e, se, { value: !0 }), e;
}
function Xe() {
	return !0;
}
// node_modules/svelte/src/internal/client/dom/task.js
var Ze = [];
function Qe() {
	var e = Ze;
	Ze = [], f(e);
}
function $e(e) {
	if (Ze.length === 0 && !Et) {
		var t = Ze;
		queueMicrotask(() => {
			t === Ze && Qe();
		});
	}
	Ze.push(e);
}
function et() {
	for (; Ze.length > 0;) Qe();
}
// node_modules/svelte/src/internal/client/reactivity/status.js
var tt = ~(g | _ | h);
function A(e, t) {
	e.f = e.f & tt | t;
}
function nt(e) {
	e.f & 512 || e.deps === null ? A(e, h) : A(e, _);
}
// node_modules/svelte/src/internal/client/reactivity/utils.js
function rt(e, t) {
	e.f & 2048 ? t.set(e, g) : e.f & 4096 && t.get(e) !== 2048 && t.set(e, _), A(e, h);
}
// node_modules/svelte/src/internal/client/dom/elements/misc.js
function it(e) {
	w && /* @__PURE__ */ sn(e) !== null && ln(e);
}
var at = !1;
function ot() {
	at || (at = !0, document.addEventListener("reset", (e) => {
		Promise.resolve().then(() => {
			if (!e.defaultPrevented) for (let t of e.target.elements) t[me]?.();
		});
	}, { capture: !0 }));
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/shared.js
function st(e) {
	var t = B, n = V;
	Un(null), Wn(null);
	try {
		return e();
	} finally {
		Un(t), Wn(n);
	}
}
function ct(e, t, n, r = n) {
	e.addEventListener(t, () => st(n));
	let i = e[me];
	e[me] = i ? () => {
		i(), r(!0);
	} : () => r(!0), ot();
}
// node_modules/svelte/src/internal/client/reactivity/async.js
function lt(e, t, n, r) {
	let i = Xe() ? pt : gt;
	var a = e.filter((e) => !e.settled), o = t.map(i);
	if (n.length === 0 && a.length === 0) {
		r(o);
		return;
	}
	var s = V, c = ut(), l = a.length === 1 ? a[0].promise : a.length > 1 ? Promise.all(a.map((e) => e.promise)) : null;
	function u(e) {
		if (!(s.f & 16384)) {
			c();
			try {
				r([...o, ...e]);
			} catch (e) {
				mn(e, s);
			}
			dt();
		}
	}
	var d = ft();
	if (n.length === 0) {
		l.then(() => u([])).finally(d);
		return;
	}
	function f() {
		Promise.all(n.map((e) => /* @__PURE__ */ ht(e))).then(u).catch((e) => mn(e, s)).finally(d);
	}
	l ? l.then(() => {
		s.f & 16384 ? d() : (c(), f(), dt());
	}) : f();
}
function ut() {
	var e = V, t = B, n = D, r = M;
	return function(i = !0) {
		Wn(e), Un(t), Ke(n), i && !(e.f & 16384) && (r?.activate(), r?.apply());
	};
}
function dt(e = !0) {
	Wn(null), Un(null), Ke(null), e && M?.deactivate();
}
function ft() {
	var e = V, t = e.b, n = M, r = !!t?.is_rendered();
	return t?.update_pending_count(1, n), n.increment(r, e), () => {
		t?.update_pending_count(-1, n), n.decrement(r, e);
	};
}
/*#__NO_SIDE_EFFECTS__*/
function pt(e) {
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
var mt = Symbol("obsolete");
/*#__NO_SIDE_EFFECTS__*/
function ht(e, t, n) {
	let r = V;
	r === null && Ne();
	var i = void 0, a = Ut(C), o = !B, s = /* @__PURE__ */ new Set();
	return wn(() => {
		var t = V, n = p();
		i = n.promise;
		try {
			Promise.resolve(e()).then(n.resolve, (e) => {
				e !== he && n.reject(e);
			}).finally(dt);
		} catch (e) {
			n.reject(e), dt();
		}
		var c = M;
		if (o) {
			if (t.f & 32768) var l = ft();
			if (r.b?.is_rendered()) c.async_deriveds.get(t)?.reject(mt);
			else for (let e of s.values()) e.reject(mt);
			s.add(n), c.async_deriveds.set(t, n);
		}
		let u = (e, t = void 0) => {
			l?.(), s.delete(n), t !== mt && (c.activate(), t ? (a.f |= ae, qt(a, t)) : (a.f & 8388608 && (a.f ^= ae), qt(a, e)), c.deactivate());
		};
		n.promise.then(u, (e) => u(null, e || "unknown"));
	}), yn(() => {
		for (let e of s) e.reject(mt);
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
	let t = /* @__PURE__ */ pt(e);
	return Kn(t), t;
}
/*#__NO_SIDE_EFFECTS__*/
function gt(e) {
	let t = /* @__PURE__ */ pt(e);
	return t.equals = je, t;
}
function _t(e) {
	var t = e.effects;
	if (t !== null) {
		e.effects = null;
		for (var n = 0; n < t.length; n += 1) jn(t[n]);
	}
}
function vt(e) {
	var t, n = V, r = e.parent;
	if (!Bn && r !== null && e.v !== C && r.f & 24576) return ye(), e.v;
	Wn(r);
	try {
		_t(e), t = ir(e);
	} finally {
		Wn(n);
	}
	return t;
}
function yt(e) {
	var t = vt(e);
	!e.equals(t) && (e.wv = tr(), (!M?.is_fork || e.deps === null) && (M === null ? e.v = t : (M.capture(e, t, !0), Ct?.capture(e, t, !0)), e.deps === null)) ? A(e, h) : Bn || (wt === null ? nt(e) : (vn() || M?.is_fork) && wt.set(e, t));
}
function bt(e) {
	if (e.effects !== null) for (let t of e.effects) (t.teardown || t.ac) && (t.teardown?.(), t.ac !== null && st(() => {
		t.ac.abort(he), t.ac = null;
	}), t.fn !== null && (t.teardown = d), sr(t, 0), kn(t));
}
function xt(e) {
	if (e.effects !== null) for (let t of e.effects) t.teardown && t.fn !== null && cr(t);
}
// node_modules/svelte/src/internal/client/reactivity/batch.js
var St = null, M = null, Ct = null, wt = null, Tt = null, Et = !1, Dt = !1, Ot = null, kt = null, At = 0, jt = 1, Mt = class e {
	id = jt++;
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
		St === null ? St = this : (St.next = this, this.prev = St), St = this;
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
		for (var t = Ot = [], n = [], r = kt = []; this.#a.length > 0;) {
			At++ > 1e3 && (this.#b(), Pt());
			for (let e of this.#p()) try {
				this.#h(e, t, n);
			} catch (t) {
				throw zt(e), this.#d() || this.discard(), t;
			}
		}
		if (M = null, r.length > 0) {
			var i = e.ensure();
			for (let e of r) i.schedule(e);
		}
		if (Ot = null, kt = null, this.#d()) {
			this.#y(n), this.#y(t);
			for (let [e, t] of this.#c) Rt(e, t);
			r.length > 0 && M.#m();
			return;
		}
		let a = this.#g();
		if (a) this.#y(n), this.#y(t), a.#v(this);
		else {
			this.#s.clear();
			for (let e of this.#e) e(this);
			this.#e.clear(), Ct = this, It(n), It(t), Ct = null, this.#i?.resolve();
			var o = M;
			this.#n === 0 && (this.#a.length === 0 || o !== null) && this.#b(), o !== null && (Vt.clear(), o.#m());
		}
	}
	#h(e, t, n) {
		e.f ^= h;
		for (var r = e.first; r !== null;) {
			var i = r.f, a = !!(i & 96);
			if (!(a && i & 1024 || i & 8192 || this.#c.has(r)) && r.fn !== null) {
				a ? r.f ^= h : i & 4 ? t.push(r) : nr(r) && (i & 16 && this.add_dirty_reaction(r, _), cr(r));
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
		for (var t = 0; t < e.length; t += 1) rt(e[t], this.#s);
	}
	capture(e, t, n = !1) {
		e.v !== C && !this.previous.has(e) && this.previous.set(e, e.v), e.f & 8388608 || (this.current.set(e, [t, n]), wt?.set(e, t)), this.is_fork || (e.v = t);
	}
	activate() {
		M = this;
	}
	deactivate() {
		M = null, wt = null;
	}
	flush() {
		try {
			Dt = !0, M = this, this.#m();
		} finally {
			At = 0, Tt = null, Ot = null, kt = null, Dt = !1, M = null, wt = null, Vt.clear();
		}
	}
	discard() {
		for (let e of this.#t) e(this);
		this.#t.clear();
		for (let e of this.async_deriveds.values()) e.reject(mt);
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
		this.#u || (this.#u = !0, $e(() => {
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
			!Dt && !Et && $e(() => {
				t.started || t.flush();
			});
		}
		return M;
	}
	apply() {
		wt = null;
	}
	schedule(e) {
		Tt = e, e.b?.is_pending && e.f & 16777228 && !(e.f & 32768) ? e.b.defer_effect(e) : this.#a.push(e);
	}
	#b() {
		if (this.linked) {
			var e = this.prev, t = this.next;
			e === null || (e.next = t), t === null ? St = e : t.prev = e, this.linked = !1;
		}
	}
};
function Nt(e) {
	var t = Et, n = Ct;
	Ct = null, Et = !0;
	try {
		var r;
		for (e && (Nt(), r = e());;) {
			if (et(), M === null) return r;
			M.flush();
		}
	} finally {
		Et = t, Ct = n;
	}
}
function Pt() {
	try {
		Re();
	} catch (e) {
		mn(e, Tt);
	}
}
var Ft = null;
function It(e) {
	var t = e.length;
	if (t !== 0) {
		for (var n = 0; n < t;) {
			var r = e[n++];
			if (!(r.f & 24576) && nr(r) && (Ft = /* @__PURE__ */ new Set(), cr(r), r.deps === null && r.first === null && r.nodes === null && r.teardown === null && r.ac === null && Nn(r), Ft?.size > 0)) {
				Vt.clear();
				for (let e of Ft) {
					if (e.f & 24576) continue;
					let t = [e], n = e.parent;
					for (; n !== null;) Ft.has(n) && (Ft.delete(n), t.push(n)), n = n.parent;
					for (let e = t.length - 1; e >= 0; e--) {
						let n = t[e];
						n.f & 24576 || cr(n);
					}
				}
				Ft.clear();
			}
		}
		Ft = null;
	}
}
function Lt(e) {
	M.schedule(e);
}
function Rt(e, t) {
	if (!(e.f & 32 && e.f & 1024)) {
		e.f & 2048 ? t.d.push(e) : e.f & 4096 && t.m.push(e), A(e, h);
		for (var n = e.first; n !== null;) Rt(n, t), n = n.next;
	}
}
function zt(e) {
	A(e, h);
	for (var t = e.first; t !== null;) zt(t), t = t.next;
}
// node_modules/svelte/src/internal/client/reactivity/sources.js
var Bt = /* @__PURE__ */ new Set(), Vt = /* @__PURE__ */ new Map(), Ht = !1;
function Ut(e, t) {
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
	let n = Ut(e, t);
	return Kn(n), n;
}
/*#__NO_SIDE_EFFECTS__*/
function Wt(e, t = !1, n = !0) {
	let r = Ut(e);
	return t || (r.equals = je), r;
}
function P(e, t, n = !1) {
	return B !== null && (!Hn || B.f & 131072) && Xe() && B.f & 4325394 && (Gn === null || !Gn.has(e)) && He(), qt(e, n ? Zt(t) : t, kt);
}
var Gt = null, Kt = 0;
function qt(e, t, n = null) {
	if (!e.equals(t)) {
		Bn ? Vt.set(e, t) : Vt.has(e) || Vt.set(e, e.v);
		var r = Mt.ensure();
		if (r.capture(e, t), e.f & 2) {
			let t = e;
			e.f & 2048 && vt(t), wt === null && nt(t);
		}
		e.wv = tr(), Gt = null, Kt = 0, Xt(e, g, n), Gt = null, Xe() && V !== null && V.f & 1024 && !(V.f & 96) && (Yn === null ? Xn([e]) : Yn.push(e)), !r.is_fork && Bt.size > 0 && !Ht && Jt();
	}
	return t;
}
function Jt() {
	Ht = !1;
	for (let e of Bt) {
		e.f & 1024 && A(e, _);
		let t;
		try {
			t = nr(e);
		} catch {
			t = !0;
		}
		t && cr(e);
	}
	Bt.clear();
}
function Yt(e) {
	P(e, e.v + 1);
}
function Xt(e, t, n) {
	var r = e.reactions;
	if (r !== null) {
		var i = Xe(), a = r.length;
		if (Kt += a, Kt > 1e5 && Gt === null && (Gt = /* @__PURE__ */ new Set()), Gt !== null) {
			if (Gt.has(e)) return;
			Gt.add(e);
		}
		for (var o = 0; o < a; o++) {
			var s = r[o], c = s.f;
			if (i || s !== V) {
				var l = (c & g) === 0;
				if (l && A(s, t), c & 131072) Bt.add(s);
				else if (c & 2) {
					var u = s;
					wt?.delete(u), Xt(u, _, n);
				} else if (l) {
					var d = s;
					c & 16 && Ft !== null && Ft.add(d), n === null ? Lt(d) : n.push(d);
				}
			}
		}
	}
}
function Zt(t) {
	if (typeof t != "object" || !t || oe in t || se in t) return t;
	let n = l(t);
	if (n !== s && n !== c) return t;
	var r = /* @__PURE__ */ new Map(), i = e(t), o = /* @__PURE__ */ N(0), u = null, d = $n, f = (e) => {
		if ($n === d) return e();
		var t = B, n = $n;
		Un(null), er(d);
		var r = e();
		return Un(t), er(n), r;
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
					r.set(t, e), Yt(o);
				}
			} else P(n, C), Yt(o);
			return !0;
		},
		get(e, n, i) {
			if (n === oe) return t;
			var o = r.get(n), s = n in e;
			if (o === void 0 && (!s || a(e, n)?.writable) && (o = f(() => /* @__PURE__ */ N(Zt(s ? e[n] : C), u)), r.set(n, o)), o !== void 0) {
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
			return (n !== void 0 || (V !== null || B !== null) && (!i || a(e, t)?.writable)) && (n === void 0 && (n = f(() => /* @__PURE__ */ N(i ? Zt(e[t]) : C, u)), r.set(t, n)), H(n) === C) ? !1 : i;
		},
		set(e, t, n, s) {
			var c = r.get(t), l = t in e;
			if (i && t === "length") for (var d = n; d < c.v; d += 1) {
				var p = r.get(d + "");
				p === void 0 ? d in e && (p = f(() => /* @__PURE__ */ N(C, u)), r.set(d + "", p)) : P(p, C);
			}
			if (c === void 0) (!l || a(e, t)?.writable) && (c = f(() => /* @__PURE__ */ N(void 0, u)), P(c, Zt(n)), r.set(t, c));
			else {
				l = c.v !== C;
				var m = f(() => Zt(n));
				P(c, m);
			}
			var h = Reflect.getOwnPropertyDescriptor(e, t);
			if (h?.set && h.set.call(s, n), !l) {
				if (i && typeof t == "string") {
					var g = r.get("length"), _ = Number(t);
					Number.isInteger(_) && _ >= g.v && P(g, _ + 1);
				}
				Yt(o);
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
function Qt(e) {
	try {
		if (typeof e == "object" && e && oe in e) return e[oe];
	} catch {}
	return e;
}
function $t(e, t) {
	return Object.is(Qt(e), Qt(t));
}
var en, tn, nn, rn;
function an() {
	if (en === void 0) {
		en = window, tn = /Firefox/.test(navigator.userAgent);
		var e = Element.prototype, t = Node.prototype, n = Text.prototype;
		nn = a(t, "firstChild").get, rn = a(t, "nextSibling").get, u(e) && (e[de] = void 0, e[ue] = null, e[fe] = void 0, e.__e = void 0), u(n) && (n[pe] = void 0);
	}
}
function on(e = "") {
	return document.createTextNode(e);
}
/*@__NO_SIDE_EFFECTS__*/
function sn(e) {
	return nn.call(e);
}
/*@__NO_SIDE_EFFECTS__*/
function cn(e) {
	return rn.call(e);
}
function F(e, t) {
	if (!w) return /* @__PURE__ */ sn(e);
	var n = /* @__PURE__ */ sn(T);
	if (n === null) n = T.appendChild(on());
	else if (t && n.nodeType !== 3) {
		var r = on();
		return n?.before(r), we(r), r;
	}
	return t && fn(n), we(n), n;
}
function I(e, t = !1) {
	if (!w) {
		var n = /* @__PURE__ */ sn(e);
		return n instanceof Comment && n.data === "" ? /* @__PURE__ */ cn(n) : n;
	}
	if (t) {
		if (T?.nodeType !== 3) {
			var r = on();
			return T?.before(r), we(r), r;
		}
		fn(T);
	}
	return T;
}
function L(e, t = !1) {
	if (!w) return /* @__PURE__ */ sn(e);
	var n = F(e, t);
	return E(e), n;
}
function R(e, t = 1, n = !1) {
	let r = w ? T : e;
	for (var i; t--;) i = r, r = /* @__PURE__ */ cn(r);
	if (!w) return r;
	if (n) {
		if (r?.nodeType !== 3) {
			var a = on();
			return r === null ? i?.after(a) : r.before(a), we(a), a;
		}
		fn(r);
	}
	return we(r), r;
}
function ln(e) {
	e.textContent = "";
}
function un() {
	return !1;
}
function dn(e, t, n) {
	return t == null || t === "http://www.w3.org/1999/xhtml" ? n ? document.createElement(e, { is: n }) : document.createElement(e) : n ? document.createElementNS(t, e, { is: n }) : document.createElementNS(t, e);
}
function fn(e) {
	if (e.nodeValue.length < 65536) return;
	let t = e.nextSibling;
	for (; t !== null && t.nodeType === 3;) t.remove(), e.nodeValue += t.nodeValue, t = e.nextSibling;
}
function pn(e) {
	var t = V;
	if (t === null) return B.f |= ae, e;
	if (!(t.f & 32768) && !(t.f & 4)) throw e;
	mn(e, t);
}
function mn(e, t) {
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
function hn(e) {
	V === null && (B === null && Le(e), Ie()), Bn && Fe(e);
}
function gn(e, t) {
	var n = t.last;
	n === null ? t.last = t.first = e : (n.next = e, e.prev = n, t.last = e);
}
function _n(e, t) {
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
	if (e & 4) Ot === null ? Mt.ensure().schedule(r) : Ot.push(r);
	else if (t !== null) {
		try {
			cr(r);
		} catch (e) {
			throw jn(r), e;
		}
		i.deps === null && i.teardown === null && i.nodes === null && i.first === i.last && !(i.f & 524288) && (i = i.first, e & 16 && e & 65536 && i !== null && (i.f |= S));
	}
	if (i !== null && (i.parent = n, n !== null && gn(i, n), B !== null && B.f & 2 && !(e & 64))) {
		var a = B;
		(a.effects ??= []).push(i);
	}
	return r;
}
function vn() {
	return B !== null && !Hn;
}
function yn(e) {
	let t = _n(8, null);
	return A(t, h), t.teardown = e, t;
}
function bn(e) {
	hn("$effect");
	var t = V.f;
	if (!B && t & 32 && D !== null && !D.i) {
		var n = D;
		(n.e ??= []).push(e);
	} else return xn(e);
}
function xn(e) {
	return _n(4 | te, e);
}
function Sn(e) {
	Mt.ensure();
	let t = _n(64 | ee, e);
	return (e = {}) => new Promise((n) => {
		e.outro ? Pn(t, () => {
			jn(t), n(void 0);
		}) : (jn(t), n(void 0));
	});
}
function Cn(e) {
	return _n(4, e);
}
function wn(e) {
	return _n(ie | ee, e);
}
function Tn(e, t = 0) {
	return _n(8 | t, e);
}
function z(e, t = [], n = [], r = []) {
	lt(r, t, n, (t) => {
		_n(8, () => {
			e(...t.map(H));
		});
	});
}
function En(e, t = 0) {
	return _n(16 | t, e);
}
function Dn(e) {
	return _n(32 | ee, e);
}
function On(e) {
	var t = e.teardown;
	if (t !== null) {
		let n = Bn, r = B;
		Vn(!0), Un(null);
		try {
			t.call(null);
		} catch (t) {
			mn(t, e.parent);
		} finally {
			Vn(n), Un(r);
		}
	}
}
function kn(e, t = !1) {
	var n = e.first;
	for (e.first = e.last = null; n !== null;) {
		let e = n.ac;
		e !== null && st(() => {
			e.abort(he);
		});
		var r = n.next;
		n.f & 64 ? n.parent = null : jn(n, t), n = r;
	}
}
function An(e) {
	for (var t = e.first; t !== null;) {
		var n = t.next;
		t.f & 32 || jn(t), t = n;
	}
}
function jn(e, t = !0) {
	var n = !1;
	(t || e.f & 262144) && e.nodes !== null && e.nodes.end !== null && (Mn(e.nodes.start, e.nodes.end), n = !0), e.f |= x, kn(e, t && !n), sr(e, 0);
	var r = e.nodes && e.nodes.t;
	if (r !== null) for (let e of r) e.stop();
	On(e), e.f ^= x, e.f |= y;
	var i = e.parent;
	i !== null && i.first !== null && Nn(e), e.next = e.prev = e.teardown = e.ctx = e.deps = e.fn = e.nodes = e.ac = e.b = null;
}
function Mn(e, t) {
	for (; e !== null;) {
		var n = e === t ? null : /* @__PURE__ */ cn(e);
		e.remove(), e = n;
	}
}
function Nn(e) {
	var t = e.parent, n = e.prev, r = e.next;
	n !== null && (n.next = r), r !== null && (r.prev = n), t !== null && (t.first === e && (t.first = r), t.last === e && (t.last = n));
}
function Pn(e, t, n = !0) {
	var r = [];
	e.f |= 256, Fn(e, r, !0);
	var i = () => {
		n && jn(e), t && t();
	}, a = r.length;
	if (a > 0) {
		var o = () => --a || i();
		for (var s of r) s.out(o);
	} else i();
}
function Fn(e, t, n) {
	if (!(e.f & 8192)) {
		e.f ^= v;
		var r = e.nodes && e.nodes.t;
		if (r !== null) for (let e of r) (e.is_global || n) && t.push(e);
		for (var i = e.first; i !== null;) {
			var a = i.next;
			if (!(i.f & 64)) {
				var o = !!(i.f & 65536) || !!(i.f & 32) && !!(e.f & 16);
				Fn(i, t, o ? n : !1);
			}
			i = a;
		}
	}
}
function In(e) {
	e.f &= -257, Ln(e, !0);
}
function Ln(e, t) {
	if (!(e.f & 256) && e.f & 8192) {
		e.f ^= v, e.f & 1024 || (A(e, g), Mt.ensure().schedule(e));
		for (var n = e.first; n !== null;) {
			var r = n.next, i = !!(n.f & 65536) || !!(n.f & 32);
			Ln(n, i ? t : !1), n = r;
		}
		var a = e.nodes && e.nodes.t;
		if (a !== null) for (let e of a) (e.is_global || t) && e.in();
	}
}
function Rn(e, t) {
	if (e.nodes) for (var n = e.nodes.start, r = e.nodes.end; n !== null;) {
		var i = n === r ? null : /* @__PURE__ */ cn(n);
		t.append(n), n = i;
	}
}
// node_modules/svelte/src/internal/client/legacy.js
var zn = null, Bn = !1;
function Vn(e) {
	Bn = e;
}
var B = null, Hn = !1;
function Un(e) {
	B = e;
}
var V = null;
function Wn(e) {
	V = e;
}
var Gn = null;
function Kn(e) {
	B !== null && (B.f & 2097152 || B.f & 2) && (Gn ??= /* @__PURE__ */ new Set()).add(e);
}
var qn = null, Jn = 0, Yn = null;
function Xn(e) {
	Yn = e;
}
var Zn = 1, Qn = 0, $n = Qn;
function er(e) {
	$n = e;
}
function tr() {
	return ++Zn;
}
function nr(e) {
	var t = e.f;
	if (t & 2048) return !0;
	if (t & 4096) {
		for (var n = e.deps, r = n.length, i = 0; i < r; i++) {
			var a = n[i];
			if (nr(a) && yt(a), a.wv > e.wv) return !0;
		}
		t & 512 && wt === null && A(e, h);
	}
	return !1;
}
function rr(e, t, n = !0) {
	var r = e.reactions;
	if (r !== null && !(Gn !== null && Gn.has(e))) for (var i = 0; i < r.length; i++) {
		var a = r[i];
		a.f & 2 ? rr(a, t, !1) : t === a && (n ? A(a, g) : a.f & 1024 && A(a, _), Lt(a));
	}
}
function ir(e) {
	var t = qn, n = Jn, r = Yn, i = B, a = Gn, o = D, s = Hn, c = $n, l = e.f;
	qn = null, Jn = 0, Yn = null, B = l & 96 ? null : e, Gn = null, Ke(e.ctx), Hn = !1, $n = ++Qn, e.ac !== null && (st(() => {
		e.ac.abort(he);
	}), e.ac = null);
	try {
		e.f |= re;
		var u = e.fn, d = u();
		e.f |= b;
		var f = ar(e);
		if (Xe() && Yn !== null && !Hn && f !== null && !(e.f & 6146)) for (var p = 0; p < Yn.length; p++) rr(Yn[p], e);
		if (i !== null && i !== e) {
			if (Qn++, i.deps !== null) for (let e = 0; e < n; e += 1) i.deps[e].rv = Qn;
			if (t !== null) for (let e of t) e.rv = Qn;
			Yn !== null && (r === null ? r = Yn : r.push(...Yn));
		}
		return e.f & 8388608 && (e.f ^= ae), d;
	} catch (t) {
		return ar(e), pn(t);
	} finally {
		e.f ^= re, qn = t, Jn = n, Yn = r, B = i, Gn = a, Ke(o), Hn = s, $n = c;
	}
}
function ar(e) {
	var t = e.deps, n = M?.is_fork;
	if (qn !== null) {
		var r;
		if (n || sr(e, Jn), t !== null && Jn > 0) for (t.length = Jn + qn.length, r = 0; r < qn.length; r++) t[Jn + r] = qn[r];
		else e.deps = t = qn;
		if (vn() && e.f & 512) for (r = Jn; r < t.length; r++) (t[r].reactions ??= []).push(e);
	} else !n && t !== null && Jn < t.length && (sr(e, Jn), t.length = Jn);
	return t;
}
function or(e, r) {
	let i = r.reactions;
	if (i !== null) {
		var a = t.call(i, e);
		if (a !== -1) {
			var o = i.length - 1;
			o === 0 ? i = r.reactions = null : (i[a] = i[o], i.pop());
		}
	}
	if (i === null && r.f & 2 && (qn === null || !n.call(qn, r))) {
		var s = r;
		s.f & 512 && (s.f ^= 512), s.v !== C && nt(s), s.ac !== null && st(() => {
			s.ac.abort(he), s.ac = null, A(s, g);
		}), bt(s), sr(s, 0);
	}
}
function sr(e, t) {
	var n = e.deps;
	if (n !== null) for (var r = t; r < n.length; r++) or(e, n[r]);
}
function cr(e) {
	var t = e.f;
	if (!(t & 16384)) {
		A(e, h);
		var n = V;
		V = e;
		try {
			t & 16777232 ? An(e) : kn(e), On(e);
			var r = ir(e);
			e.teardown = typeof r == "function" ? r : null, e.wv = Zn;
		} finally {
			V = n;
		}
	}
}
async function lr() {
	await Promise.resolve(), Nt();
}
function H(e) {
	var t = !!(e.f & 2);
	if (zn?.add(e), B !== null && !Hn && !(V !== null && V.f & 16384) && (Gn === null || !Gn.has(e))) {
		var r = B.deps;
		if (B.f & 2097152) e.rv < Qn && (e.rv = Qn, qn === null && r !== null && r[Jn] === e ? Jn++ : qn === null ? qn = [e] : qn.push(e));
		else {
			B.deps ??= [], n.call(B.deps, e) || B.deps.push(e);
			var i = e.reactions;
			i === null ? e.reactions = [B] : n.call(i, B) || i.push(B);
		}
	}
	if (Bn && Vt.has(e)) return Vt.get(e);
	if (t) {
		var a = e;
		if (Bn) {
			var o = a.v;
			return (!(a.f & 1024) && a.reactions !== null || dr(a)) && (o = vt(a)), Vt.set(a, o), o;
		}
		var s = !(a.f & 512) && !Hn && B !== null && !!(B.f & 512), c = (a.f & b) === 0;
		nr(a) && (s && (a.f |= 512), yt(a)), s && !c && (xt(a), ur(a));
	}
	if (wt?.has(e)) return wt.get(e);
	if (e.f & 8388608) throw e.v;
	return e.v;
}
function ur(e) {
	if (e.f |= 512, e.deps !== null) for (let r of e.deps) {
		var t = r.reactions;
		t === null ? r.reactions = [e] : n.call(t, e) || t.push(e), r.f & 2 && !(r.f & 512) && (xt(r), ur(r));
	}
}
function dr(e) {
	if (e.v === C) return !0;
	if (e.deps === null) return !1;
	for (let t of e.deps) if (Vt.has(t) || t.f & 2 && dr(t)) return !0;
	return !1;
}
function fr(e) {
	var t = Hn;
	try {
		return Hn = !0, e();
	} finally {
		Hn = t;
	}
}
[.../* @__PURE__ */ "allowfullscreen.async.autofocus.autoplay.checked.controls.default.disabled.formnovalidate.indeterminate.inert.ismap.loop.multiple.muted.nomodule.novalidate.open.playsinline.readonly.required.reversed.seamless.selected.webkitdirectory.defer.disablepictureinpicture.disableremoteplayback".split(".")];
var pr = ["touchstart", "touchmove"];
function mr(e) {
	return pr.includes(e);
}
// node_modules/svelte/src/internal/client/dev/css.js
var hr = Symbol("events"), gr = /* @__PURE__ */ new Set(), _r = /* @__PURE__ */ new Set();
function vr(e, t, n, r = {}) {
	function i(e) {
		if (r.capture || Sr.call(t, e), !e.cancelBubble) return st(() => n?.call(this, e));
	}
	return e.startsWith("pointer") || e.startsWith("touch") || e === "wheel" ? (i.__removed = !1, $e(() => {
		i.__removed || t.addEventListener(e, i, r);
	})) : t.addEventListener(e, i, r), i;
}
function yr(e, t, n, r, i) {
	var a = {
		capture: r,
		passive: i
	}, o = vr(e, t, n, a);
	(t === document.body || t === window || t === document || t instanceof HTMLMediaElement) && yn(() => {
		o.__removed = !0, t.removeEventListener(e, o, a);
	});
}
function U(e, t, n) {
	(t[hr] ??= {})[e] = n;
}
function W(e) {
	for (var t = 0; t < e.length; t++) gr.add(e[t]);
	for (var n of _r) n(e);
}
var br = null, xr = !1;
function Sr(e) {
	var t = this, n = t.ownerDocument, r = e.type, a = e.composedPath?.() || [], o = a[0] || e.target;
	br = e, xr || (xr = !0, setTimeout(() => {
		xr = !1, br = null;
	}));
	var s = 0, c = br === e && e[hr];
	if (c) {
		var l = a.indexOf(c);
		if (l !== -1 && (t === document || t === window)) {
			e[hr] = t;
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
		Un(null), Wn(null);
		try {
			for (var p, m = []; o !== null && o !== t;) {
				try {
					var h = o[hr]?.[r];
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
			e[hr] = t, delete e.currentTarget, Un(d), Wn(f);
		}
	}
}
// node_modules/svelte/src/internal/client/dom/reconciler.js
var Cr = globalThis?.window?.trustedTypes && /* @__PURE__ */ globalThis.window.trustedTypes.createPolicy("svelte-trusted-html", { createHTML: (e) => e });
function wr(e) {
	return Cr?.createHTML(e) ?? e;
}
function Tr(e) {
	var t = dn("template");
	return t.innerHTML = wr(e.replaceAll("<!>", "<!---->")), t.content;
}
// node_modules/svelte/src/internal/client/dom/template.js
function Er(e, t) {
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
		if (w) return Er(T, null), T;
		i === void 0 && (i = Tr(a ? e : "<!>" + e), n || (i = /* @__PURE__ */ sn(i)));
		var t = r || tn ? document.importNode(i, !0) : i.cloneNode(!0);
		if (n) {
			var o = /* @__PURE__ */ sn(t), s = t.lastChild;
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
			var e = /* @__PURE__ */ sn(Tr(a));
			if (i) for (o = document.createDocumentFragment(); /* @__PURE__ */ sn(e);) o.appendChild(/* @__PURE__ */ sn(e));
			else o = /* @__PURE__ */ sn(e);
		}
		var t = o.cloneNode(!0);
		if (i) {
			var n = /* @__PURE__ */ sn(t), r = t.lastChild;
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
		var t = on(e + "");
		return Er(t, t), t;
	}
	var n = T;
	return n.nodeType === 3 ? fn(n) : (n.before(n = on()), we(n)), Er(n, n), n;
}
function jr() {
	if (w) return Er(T, null), T;
	var e = document.createDocumentFragment(), t = document.createComment(""), n = on();
	return e.append(t, n), Er(t, n), e;
}
function K(e, t) {
	if (w) {
		var n = V;
		n.f & 32768 && n.nodes.end !== null || (n.nodes.end = T), Te();
	} else e !== null && e.before(t);
}
// node_modules/svelte/src/reactivity/create-subscriber.js
function Mr(e) {
	let t = 0, n = Ut(0), r;
	return () => {
		vn() && (H(n), Tn(() => (t === 0 && (r = fr(() => e(() => Yt(n)))), t += 1, () => {
			$e(() => {
				--t, t === 0 && (r?.(), r = void 0, Yt(n));
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
	#m = Mr(() => (this.#p = Ut(this.#l), () => {
		this.#p = null;
	}));
	constructor(e, t, n, r) {
		this.#e = e, this.#n = t, this.#r = (e) => {
			var t = V;
			t.b = this, t.f |= 128, n(e);
		}, this.parent = V.b, this.transform_error = r ?? this.parent?.transform_error ?? ((e) => e), this.#i = En(() => {
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
			this.#a = Dn(() => this.#r(this.#e));
		} catch (e) {
			this.error(e);
		}
	}
	#g(e) {
		let t = this.#n.failed, { reset: n, invoke_onerror: r } = this.#_(e);
		$e(r), t && (this.#s = Dn(() => {
			t(this.#e, () => e, () => n);
		}));
	}
	#_(e) {
		var t = !1, n = !1;
		let r = () => {
			this.#v() || (t ? Se() : (t = !0, n && Ue(), this.#s !== null && Pn(this.#s, () => {
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
					mn(e, this.#i && this.#i.parent);
				}
			}
		};
	}
	#v() {
		return (this.#i.f & (y | x)) !== 0;
	}
	#y() {
		let e = this.#n.pending;
		e && (this.is_pending = !0, this.#o = Dn(() => e(this.#e)), $e(() => {
			if (!this.#v()) {
				var e = this.#c = document.createDocumentFragment(), t = on(), n = !1;
				e.append(t), this.#a = this.#S(() => {
					try {
						return Dn(() => this.#r(t));
					} catch (e) {
						try {
							this.error(e), n = !0;
						} catch (e) {
							mn(e, this.#i.parent);
						}
						return null;
					}
				}), this.#a === null ? (this.#c = null, n && this.#x(M)) : this.#u === 0 && (this.#e.before(e), this.#c = null, Pn(this.#o, () => {
					this.#o = null;
				}), this.#x(M));
			}
		}));
	}
	#b() {
		try {
			if (this.is_pending = this.has_pending_snippet(), this.#u = 0, this.#l = 0, this.#a = Dn(() => {
				this.#r(this.#e);
			}), this.#u > 0) {
				var e = this.#c = document.createDocumentFragment();
				Rn(this.#a, e);
				let t = this.#n.pending;
				this.#o = Dn(() => t(this.#e));
			} else this.#x(M);
		} catch (e) {
			this.error(e);
		}
	}
	#x(e) {
		this.is_pending = !1, e.transfer_reactions(this.#f);
	}
	defer_effect(e) {
		rt(e, this.#f);
	}
	is_rendered() {
		return !this.is_pending && (!this.parent || this.parent.is_rendered());
	}
	has_pending_snippet() {
		return !!this.#n.pending;
	}
	#S(e) {
		var t = V, n = B, r = D;
		Wn(this.#i), Un(this.#i), Ke(this.#i.ctx);
		try {
			return Mt.ensure(), e();
		} finally {
			Wn(t), Un(n), Ke(r);
		}
	}
	#C(e, t) {
		this.has_pending_snippet() ? (this.#u += e, this.#u === 0 && (this.#x(t), this.#o && Pn(this.#o, () => {
			this.#o = null;
		}), this.#c &&= (this.#e.before(this.#c), null))) : this.parent && this.parent.#C(e, t);
	}
	update_pending_count(e, t) {
		this.#C(e, t), this.#l += e, !this.#p || this.#d || (this.#d = !0, $e(() => {
			this.#d = !1, this.#p && qt(this.#p, this.#l);
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
		this.#a &&= (jn(this.#a), null), this.#o &&= (jn(this.#o), null), this.#s &&= (jn(this.#s), null), w && (we(this.#t), Ee(), we(De()));
		let t = this.#n.failed, n = (e) => {
			if (this.#v()) return;
			let { reset: n, invoke_onerror: r } = this.#_(e);
			r(), t && !this.#v() && (this.#s = this.#S(() => {
				try {
					return Dn(() => {
						var r = V;
						r.b = this, r.f |= 128, t(this.#e, () => e, () => n);
					});
				} catch (e) {
					return mn(e, this.#i.parent), null;
				}
			}));
		};
		$e(() => {
			if (!this.#v()) {
				var t;
				try {
					t = this.transform_error(e);
				} catch (e) {
					mn(e, this.#i && this.#i.parent);
					return;
				}
				typeof t == "object" && t && typeof t.then == "function" ? t.then(n, (e) => mn(e, this.#i && this.#i.parent)) : n(t);
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
	an();
	var l = void 0, u = Sn(() => {
		var s = n ?? t.appendChild(on());
		Pr(s, { pending: () => {} }, (t) => {
			O({});
			var n = D;
			if (o && (n.c = o), a && (i.$$events = a), w && Er(t, null), l = e(t, i) || Ye(), w && (V.nodes.end = T, T === null || T.nodeType !== 8 || T.data !== "]")) throw be(), _e;
			k();
		}, c);
		var u = /* @__PURE__ */ new Set(), d = (e) => {
			for (var n = 0; n < e.length; n++) {
				var r = e[n];
				if (!u.has(r)) {
					u.add(r);
					var i = mr(r);
					for (let e of [t, document]) {
						var a = Lr.get(e);
						a === void 0 && (a = /* @__PURE__ */ new Map(), Lr.set(e, a));
						var o = a.get(r);
						o === void 0 ? (e.addEventListener(r, Sr, { passive: i }), a.set(r, 1)) : a.set(r, o + 1);
					}
				}
			}
		};
		return d(r(gr)), _r.add(d), () => {
			for (var e of u) for (let n of [t, document]) {
				var r = Lr.get(n), i = r.get(e);
				--i == 0 ? (n.removeEventListener(e, Sr), r.delete(e), r.size === 0 && Lr.delete(n)) : r.set(e, i);
			}
			_r.delete(d), s !== n && s.parentNode?.removeChild(s);
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
			if (n) In(n), this.#r.delete(t);
			else {
				var r = this.#n.get(t);
				r && (In(r.effect), this.#t.set(t, r.effect), this.#n.delete(t), r.fragment.lastChild.remove(), this.anchor.before(r.fragment), n = r.effect);
			}
			for (let [t, n] of this.#e) {
				if (this.#e.delete(t), t === e) break;
				let r = this.#n.get(n);
				r && (jn(r.effect), this.#n.delete(n));
			}
			for (let [e, r] of this.#t) {
				if (e === t || this.#r.has(e)) continue;
				let i = () => {
					if (Array.from(this.#e.values()).includes(e)) {
						var t = document.createDocumentFragment();
						Rn(r, t), t.append(on()), this.#n.set(e, {
							effect: r,
							fragment: t
						});
					} else jn(r);
					this.#r.delete(e), this.#t.delete(e);
				};
				this.#i || !n ? (this.#r.add(e), Pn(r, i, !1)) : i();
			}
		}
	};
	#o = (e) => {
		this.#e.delete(e);
		let t = Array.from(this.#e.values());
		for (let [e, n] of this.#n) t.includes(e) || (jn(n.effect), this.#n.delete(e));
	};
	ensure(e, t) {
		var n = M, r = un();
		if (t && !this.#t.has(e) && !this.#n.has(e)) {
			if (r) {
				var i = document.createDocumentFragment(), a = on();
				i.append(a), this.#n.set(e, {
					effect: Dn(() => t(a)),
					fragment: i
				});
			} else this.#t.set(e, Dn(() => t(this.anchor)));
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
	En(() => {
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
	var r = new Vr(e), i = !Xe();
	En(() => {
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
		Pn(n, () => {
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
			ln(d), d.append(u), e.items.clear();
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
		r?.has(a) ? (a.f |= ne, Rn(a, document.createDocumentFragment())) : jn(t[i], n);
	}
}
var qr;
function Y(t, n, i, a, o, s = null) {
	var c = t, l = /* @__PURE__ */ new Map();
	if (n & 4) {
		var u = t;
		c = w ? we(/* @__PURE__ */ sn(u)) : u.appendChild(on());
	}
	w && Te();
	var d = null, f = /* @__PURE__ */ gt(() => {
		var t = i();
		return e(t) ? t : t == null ? [] : r(t);
	}), p = /* @__PURE__ */ new Map(), m = !0;
	function h(e) {
		if (!(_.effect.f & 16384)) {
			_.pending.delete(e);
			var t = H(f);
			_.fallback = d, Yr(_, t, c, n, a), d !== null && (t.length === 0 ? d.f & 33554432 ? (d.f ^= ne, Zr(d, null, c)) : In(d) : Pn(d, () => {
				d = null;
			}));
		}
	}
	function g(e) {
		_.pending.delete(e);
	}
	var _ = {
		effect: En(() => {
			var e = H(f), t = e.length;
			let r = !1;
			w && Oe(c) === "[!" != (t === 0) && (c = De(), we(c), Ce(!1), r = !0);
			for (var u = /* @__PURE__ */ new Set(), _ = M, v = un(), y = 0; y < t; y += 1) {
				w && T.nodeType === 8 && T.data === "]" && (c = T, r = !0, Ce(!1));
				var b = e[y], x = a(b, y), S = m ? null : l.get(x);
				S ? (S.v && qt(S.v, b), S.i && qt(S.i, y), v && _.unskip_effect(S.e)) : (S = Xr(l, m ? c : qr ??= on(), b, x, y, o, n, i), m || (S.e.f |= ne), l.set(x, S)), u.add(x);
			}
			if (t === 0 && s && !d && (m ? d = Dn(() => s(c)) : (d = Dn(() => s(qr ??= on())), d.f |= ne)), t > u.size && Pe("", "", ""), w && t > 0 && we(De()), !m) {
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
function Jr(e) {
	for (; e !== null && !(e.f & 32);) e = e.next;
	return e;
}
function Yr(e, t, n, i, a) {
	var o = !!(i & 8), s = t.length, c = e.items, l = Jr(e.effect.first), u, d = null, f, p = [], m = [], h, g, _, v;
	if (o) for (v = 0; v < s; v += 1) h = t[v], g = a(h, v), _ = c.get(g).e, _.f & 33554432 || (_.nodes?.a?.measure(), (f ??= /* @__PURE__ */ new Set()).add(_));
	for (v = 0; v < s; v += 1) {
		if (h = t[v], g = a(h, v), _ = c.get(g).e, e.outrogroups !== null) for (let t of e.outrogroups) t.pending.delete(_), t.done.delete(_);
		if (_.f & 8192 && (In(_), o && (_.nodes?.a?.unfix(), (f ??= /* @__PURE__ */ new Set()).delete(_))), _.f & 33554432) {
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
	o && $e(() => {
		if (f !== void 0) for (_ of f) _.nodes?.a?.apply();
	});
}
function Xr(e, t, n, r, i, a, o, s) {
	var c = o & 1 ? o & 16 ? Ut(n) : /* @__PURE__ */ Wt(n, !1, !1) : null, l = o & 2 ? Ut(i) : null;
	return {
		v: c,
		i: l,
		e: Dn(() => (a(t, c ?? n, l ?? i, s), () => {
			e.delete(r);
		}))
	};
}
function Zr(e, t, n) {
	if (e.nodes) for (var r = e.nodes.start, i = e.nodes.end, a = t && !(t.f & 33554432) ? t.nodes.start : n; r !== null;) {
		var o = /* @__PURE__ */ cn(r);
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
	En(() => {
		let e = t() ?? null;
		r.ensure(e, e && ((t) => e(t, ...n)));
	}, S);
}
// node_modules/svelte/src/internal/client/dom/css.js
function X(e, t) {
	Cn(() => {
		e = V?.parent?.nodes?.start ?? e;
		var n = e.getRootNode(), r = n.host ? n : n.head ?? n.ownerDocument.head;
		if (!r.querySelector("#" + t.hash)) {
			let e = dn("style");
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
			di(c, i ? a.includes(l) : $t(l, r));
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
		for (i of t.options) if ($t(gi(i), n)) {
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
	}), yn(() => {
		t.disconnect();
	});
}
function hi(e, t, n = t) {
	var r = /* @__PURE__ */ new WeakSet(), i = !0;
	ct(e, "change", (t) => {
		var i = t ? "[selected]" : ":checked", a;
		if (e.multiple) a = [].map.call(e.querySelectorAll(i), gi);
		else {
			var o = e.querySelector(i) ?? e.querySelector("option:not([disabled])");
			a = o && gi(o);
		}
		n(a), e.__value = a, M !== null && r.add(M);
	}), Cn(() => {
		var a = t();
		if (e === document.activeElement) {
			var o = M;
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
		e[me] = n, $e(n), ot();
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
	ct(e, "input", async (i) => {
		var a = i ? e.defaultValue : e.value;
		if (a = Mi(e) ? Ni(a) : a, n(a), M !== null && r.add(M), await lr(), a !== (a = t())) {
			var o = e.selectionStart, s = e.selectionEnd, c = e.value.length;
			if (e.value = a ?? "", s !== null) {
				var l = e.value.length;
				o === s && s === c && l > c ? (e.selectionStart = l, e.selectionEnd = l) : (e.selectionStart = o, e.selectionEnd = Math.min(s, l));
			}
		}
	}), (w && e.defaultValue !== e.value || fr(t) == null && e.value) && (n(Mi(e) ? Ni(e.value) : e.value), M !== null && r.add(M)), Tn(() => {
		var n = t();
		if (e === document.activeElement) {
			var i = M;
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
	o.push(n), ct(n, "change", () => {
		var e = n.__value;
		a && (e = ji(o, e, n.checked)), i(e);
	}, () => i(a ? [] : null)), Tn(() => {
		var e = r();
		w && n.defaultChecked !== n.checked ? s = !0 : a ? (e ||= [], n.checked = e.includes(n.__value)) : n.checked = $t(n.__value, e);
	}), yn(() => {
		var e = o.indexOf(n);
		e !== -1 && o.splice(e, 1);
	}), Oi.has(o) || (Oi.add(o), $e(() => {
		o.sort((e, t) => e.compareDocumentPosition(t) === 4 ? -1 : 1), Oi.delete(o);
	})), $e(() => {
		if (s) {
			var e = a ? ji(o, e, n.checked) : o.find((e) => e.checked)?.__value;
			i(e);
		}
	});
}
function Ai(e, t, n = t) {
	ct(e, "change", (t) => {
		n(t ? e.defaultChecked : e.checked);
	}), (w && e.defaultChecked !== e.checked || fr(t) == null) && n(e.checked), Tn(() => {
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
	Cn(() => (fr(() => n(e[t])), r));
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/this.js
function Ii(e, t) {
	return e === t || e?.[oe] === t;
}
function Li(e = Ye(), t, n, r) {
	var i = D.r, a = V;
	return Cn(() => {
		var o, s;
		return Tn(() => {
			o = s, s = r?.() || [], fr(() => {
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
// node_modules/svelte/src/internal/client/reactivity/store.js
var Ri = !1;
function zi(e) {
	var t = Ri;
	try {
		return Ri = !1, [e(), Ri];
	} finally {
		Ri = t;
	}
}
// node_modules/svelte/src/internal/client/reactivity/props.js
function Bi(e, t, n, r) {
	var i = !0, o = !!(n & 8), s = !!(n & 16), c = r, l = !0, u = void 0, d = () => s && i ? (u ??= /* @__PURE__ */ pt(r), H(u)) : (l && (l = !1, c = s ? fr(r) : r), c);
	let f;
	if (o) {
		var p = oe in e || ce in e;
		f = a(e, t)?.set ?? (p && t in e ? (n) => e[t] = n : void 0);
	}
	var m, h = !1;
	o ? [m, h] = zi(() => e[t]) : m = e[t], m === void 0 && r !== void 0 && (m = d(), f && (i && ze(t), f(m)));
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
	var v = !1, y = (n & 1 ? pt : gt)(() => (v = !1, g()));
	o && H(y);
	var b = V;
	return (function(e, t) {
		if (arguments.length > 0) {
			let n = t ? H(y) : i && o ? Zt(e) : e;
			return P(y, n), v = !0, c !== void 0 && (c = n), e;
		}
		return Bn && v || b.f & 16384 ? y.v : H(y);
	});
}
function Vi(e) {
	D === null && Me("onMount"), bn(() => {
		let t = fr(e);
		if (typeof t == "function") return t;
	});
}
// src/lib/api.svelte.ts
var Hi = class extends Error {
	problem;
	constructor(e) {
		super(e.message), this.problem = e;
	}
}, Ui = Array.from(crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(8)), (e) => e.toString(16)).join(""), Wi = /* @__PURE__ */ new Map(), Gi = 300, Ki = 2500, qi = !0, Ji = 3;
async function Yi(e) {
	return e.status === 422 && (await e.clone().json()).error === "Busy";
}
var Xi = Zt({ away: !1 });
async function Zi(e, t, n = e) {
	Wi.get(n)?.abort();
	let r = new AbortController();
	Wi.set(n, r);
	try {
		for (let n = 0;; n++) {
			let i = await $i(e, t, r.signal);
			if (Xi.away = i === null && n > 1, i !== null && !(qi && n < Ji && await Yi(i))) return qi = !1, await ea(i);
			await ta(Math.min(Gi * 2 ** n, Ki), r.signal);
		}
	} finally {
		Wi.get(n) === r && Wi.delete(n);
	}
}
function Qi(e) {
	$i = e;
}
var $i = async (e, t, n) => {
	try {
		let r = {
			"Content-Type": "application/json",
			"X-Page": Ui
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
async function ea(e) {
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
	throw new Hi(n);
}
function ta(e, t) {
	return new Promise((n, r) => {
		let i = setTimeout(n, e);
		t.addEventListener("abort", () => {
			clearTimeout(i), r(t.reason);
		});
	});
}
function na(e) {
	return e instanceof Hi ? e.problem : e instanceof DOMException && e.name === "AbortError" ? null : {
		error: "Error",
		message: String(e)
	};
}
// src/lib/look.ts
var ra = [
	[null, "automatic"],
	["layers", "layers"],
	["grid", "grid"],
	["circle", "circle"],
	["free", "free"]
], ia = {
	layout: null,
	legend: !0,
	compact: !1
};
function aa(e) {
	let { layout: t, legend: n, compact: r } = {
		...ia,
		...e
	};
	return {
		layout: ra.some(([e]) => e === t) ? t : null,
		legend: n !== !1,
		compact: r === !0
	};
}
// src/lib/model.ts
var oa = {
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
function sa(e) {
	return typeof e == "object" && !!e && !Array.isArray(e);
}
function ca(e) {
	return Array.isArray(e) && e.every((e) => typeof e == "string");
}
function la(e) {
	return !("worlds" in e);
}
function ua(e) {
	return sa(e) ? "worlds" in e ? da(e) : ca(e.bits) && sa(e.atoms) && sa(e.observes) : !1;
}
function da(e) {
	if (!sa(e.worlds) || !sa(e.relations)) return !1;
	let { agents: t = [], atoms: n = [], weights: r = {}, threshold: i = {}, ranks: a = {} } = e;
	return [
		...Object.values(e.worlds),
		t,
		n
	].every(ca) && [
		...Object.values(e.relations),
		r,
		i,
		a
	].every(sa);
}
function fa(e) {
	return la(e) ? Object.keys(e.observes) : e.agents ?? Object.keys(e.relations);
}
function pa(e) {
	return la(e) ? Object.keys(e.atoms) : [.../* @__PURE__ */ new Set([...e.atoms ?? [], ...Object.values(e.worlds).flat()])];
}
function ma(e) {
	return e ? "edges" in e ? e.edges : "partition" in e ? e.partition.flatMap((e) => ha(e, e)) : e.members.flatMap(([e, t]) => ha([.../* @__PURE__ */ new Set([...e, ...t])], t)) : [];
}
function ha(e, t) {
	return e.flatMap((e) => t.map((t) => [e, t]));
}
function ga(e, t) {
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
function _a(e) {
	for (let t = 1;; t++) {
		let n = `w${t}`;
		if (!(n in e.worlds)) return n;
	}
}
function va(e, t) {
	let n = Na(e, (e) => "partition" in e ? { partition: [...e.partition, [t]] } : e), r = e.ranks && Pa(e.ranks, (e) => ({
		...e,
		[t]: 0
	})), i = e.weights && Pa(e.weights, (e) => ({
		...e,
		[t]: 1
	}));
	return La({
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
function ya(e, t) {
	let n = Fa(e.worlds, t), r = Na(e, (e) => "partition" in e ? { partition: e.partition.map((e) => e.filter((e) => e !== t)).filter((e) => e.length) } : { edges: ma(e).filter(([e, n]) => e !== t && n !== t) }), i = e.ranks && Pa(e.ranks, (e) => Fa(e, t)), a = e.weights && Pa(e.weights, (e) => Fa(e, t)), o = e.actual === t ? null : e.actual;
	return La({
		...e,
		worlds: n,
		relations: r,
		actual: o,
		...i && { ranks: i },
		...a && { weights: a }
	});
}
function ba(e, t, n) {
	let r = (e) => e === t ? n : e, i = (e) => Object.fromEntries(Object.entries(e).map(([e, t]) => [r(e), t])), a = Na(e, (e) => "partition" in e ? { partition: e.partition.map((e) => e.map(r)) } : { edges: ma(e).map(([e, t]) => [r(e), r(t)]) }), o = e.weights && Object.fromEntries(Object.entries(e.weights).map(([e, t]) => [e, i(t)])), s = e.ranks && Object.fromEntries(Object.entries(e.ranks).map(([e, t]) => [e, i(t)]));
	return {
		...e,
		worlds: i(e.worlds),
		relations: a,
		actual: e.actual && r(e.actual),
		...o && { weights: o },
		...s && { ranks: s }
	};
}
function xa(e, t, n) {
	let r = e.worlds[t] ?? [], i = r.includes(n) ? r.filter((e) => e !== n) : [...r, n];
	return {
		...e,
		worlds: {
			...e.worlds,
			[t]: i
		}
	};
}
function Sa(e, t) {
	return {
		...e,
		atoms: [.../* @__PURE__ */ new Set([...pa(e), t])]
	};
}
function Ca(e, t) {
	let n = Object.keys(e.worlds).map((e) => [e]);
	return {
		...e,
		agents: [.../* @__PURE__ */ new Set([...fa(e), t])],
		relations: {
			...e.relations,
			[t]: { partition: n }
		}
	};
}
function wa(e, t) {
	return {
		...Ia(e, t),
		agents: fa(e).filter((e) => e !== t),
		relations: Fa(e.relations, t)
	};
}
function Ta(e, t, n, r, i) {
	let a = ma(e.relations[t]), o = a.some(([e, t]) => e === n && t === r), s = Object.keys(e.worlds), c;
	return c = i ? o ? { partition: ga(s, a.filter(([e, t]) => e !== r && t !== r)) } : { partition: ga(s, [...a, [n, r]]) } : { edges: o ? a.filter(([e, t]) => e !== n || t !== r) : [...a, [n, r]] }, La({
		...e,
		relations: {
			...e.relations,
			[t]: c
		}
	});
}
function Ea(e, t) {
	let n = ga(Object.keys(e.worlds), ma(e.relations[t]));
	return La({
		...e,
		relations: {
			...e.relations,
			[t]: { partition: n }
		}
	});
}
function Da(e, t) {
	return e.weights?.[t] ? "weights" : e.ranks?.[t] ? "ranks" : "none";
}
function Oa(e, t, n) {
	let r = Ia(e, t);
	return n === "none" ? r : n === "ranks" ? {
		...r,
		ranks: {
			...r.ranks,
			[t]: Pa(e.worlds, () => 0)
		}
	} : {
		...r,
		weights: {
			...r.weights,
			[t]: Pa(e.worlds, () => 1)
		},
		threshold: {
			...r.threshold,
			[t]: .5
		}
	};
}
function ka(e, t, n, r) {
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
function Aa(e, t, n, r) {
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
function ja(e, t, n) {
	return {
		...e,
		threshold: {
			...e.threshold,
			[t]: n
		}
	};
}
function Ma(e) {
	let [, t, n] = /^(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:\/(\d{1,9}))?$/.exec(e.trim()) ?? [], r = Number(t) / Number(n ?? 1);
	return r >= 0 && r <= 1 && !(n && t.includes("."));
}
function Na(e, t) {
	return Pa(e.relations, t);
}
function Pa(e, t) {
	return Object.fromEntries(Object.entries(e).map(([e, n]) => [e, t(n)]));
}
function Fa(e, t) {
	return Object.fromEntries(Object.entries(e).filter(([e]) => e !== t));
}
function Ia(e, t) {
	let n = (e) => e && Object.keys(e).some((e) => e !== t) ? Fa(e, t) : void 0, { weights: r, threshold: i, ranks: a, ...o } = e, s = {
		weights: n(r),
		threshold: n(i),
		ranks: n(a)
	};
	return {
		...o,
		...Object.fromEntries(Object.entries(s).filter(([, e]) => e))
	};
}
function La(e) {
	return Object.keys(e.weights ?? {}).filter((t) => !("partition" in (e.relations[t] ?? {}))).reduce(Ia, e);
}
// src/lib/share.ts
async function Ra(e) {
	let t = await Ha(e);
	if (!ua(t?.model)) throw Error("expected a model with worlds and relations, or a symbolic one");
	return {
		model: t.model,
		places: t.places ?? null,
		formula: String(t.formula ?? ""),
		look: aa(t.look)
	};
}
async function za({ look: e, ...t }) {
	return Ba(JSON.stringify(e) === JSON.stringify(ia) ? t : {
		...t,
		look: e
	});
}
async function Ba(e) {
	let t = await Ua(new TextEncoder().encode(JSON.stringify(e)), new CompressionStream("deflate-raw"));
	return btoa(Array.from(t, (e) => String.fromCharCode(e)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
var Va = 4e6;
async function Ha(e) {
	let t = atob(e.replaceAll("-", "+").replaceAll("_", "/")), n = Uint8Array.from(t, (e) => e.charCodeAt(0));
	return JSON.parse(new TextDecoder().decode(await Ua(n, new DecompressionStream("deflate-raw"))));
}
async function Ua(e, t) {
	let n = new Blob([e]).stream().pipeThrough(t).getReader(), r = [], i = 0;
	for (;;) {
		let { done: e, value: t } = await n.read();
		if (e) break;
		if (i += t.length, i > Va) throw Error(`the link holds more than ${Va} bytes`);
		r.push(t);
	}
	let a = new Uint8Array(i), o = 0;
	for (let e of r) a.set(e, o), o += e.length;
	return a;
}
// src/lib/stories.ts
async function Wa(e, t = {}) {
	return {
		...await Zi("library", {
			name: e,
			options: t
		}),
		given: t
	};
}
async function Ga({ name: e, given: t, steps: n }, r) {
	let { model: i, symbolic: a } = n[r];
	return i || !a ? i : (await Zi("library", {
		name: e,
		options: t,
		step: r
	})).model;
}
function Ka({ steps: e }) {
	return e.findIndex(({ model: e, symbolic: t }) => e || t);
}
// src/lib/storing.ts
function qa(e, t, n = localStorage) {
	for (let { moments: r } = t;; r = Ja(r, t.now)) try {
		return n.setItem(e, JSON.stringify({
			...t,
			moments: r
		})), !0;
	} catch {
		if (r.length === 1) return !1;
	}
}
function Ja(e, t) {
	let n = e.filter((e) => e.id !== t), r = n.slice(Math.ceil(n.length / 2));
	return e.filter((e) => e.id === t || r.includes(e));
}
// src/lib/session.svelte.ts
var Ya = "whoknows", Xa = "K_a p", Za = {
	whoknows: 1,
	worlds: {},
	relations: {}
}, Qa = 0, $a = class {
	topic = Qa++;
	closed = !0;
	#e = /* @__PURE__ */ N([{
		id: 0,
		before: null,
		label: "a model",
		model: oa,
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
	#i = /* @__PURE__ */ N(ia);
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
	#s = /* @__PURE__ */ N(Xa);
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
	#v = /* @__PURE__ */ N(null);
	get overview() {
		return H(this.#v);
	}
	set overview(e) {
		P(this.#v, e);
	}
	#y = /* @__PURE__ */ N(null);
	get state() {
		return H(this.#y);
	}
	set state(e) {
		P(this.#y, e);
	}
	seed = 0;
	surveyed = null;
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
	get file() {
		return this.moment.model;
	}
	get symbolic() {
		return la(this.file);
	}
	get model() {
		return la(this.file) ? Za : this.file;
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
				let { model: t, places: n, formula: r, look: i } = await Ra(e);
				this.open(t, "a shared model", n), [this.formula, this.look] = [r, i];
			} else {
				let e = localStorage.getItem(Ya);
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
		e.some((e) => e.id === t) && ([this.moments, this.now, this.formula, this.look] = [
			e,
			t,
			n,
			aa(r)
		]);
	}
	save() {
		this.stored && (this.told ? this.told(this.file, this.formula) : qa(Ya, {
			moments: this.moments,
			now: this.now,
			formula: this.formula,
			look: this.look
		}) || (this.refused = {
			error: "Full",
			message: "the browser's storage is full: this document is not saved"
		}));
	}
	async link() {
		let e = {
			model: this.file,
			places: this.placesNow(),
			formula: this.formula,
			look: this.look
		};
		return `${location.origin}${location.pathname}#${await za(e)}`;
	}
	open(e, t, n = null) {
		this.moments = [{
			id: 0,
			before: null,
			label: t,
			model: e,
			places: n
		}], [this.now, this.undone, this.selected, this.eye, this.story, this.state] = [
			0,
			[],
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
		let t = Ka(e), n = t < 0 ? null : await Ga(e, t);
		if (!n) throw new Hi({
			error: "TooLarge",
			message: `${e.title}: its models are too large for the page`
		});
		await this.show(n, e.title), this.story = e;
		let r = e.steps.find((e) => e.formula)?.formula;
		r && await this.type(r);
	}
	async become(e, t, n = null) {
		let r = Math.max(...this.moments.map((e) => e.id)) + 1, i = {
			id: r,
			before: this.now,
			label: t,
			model: e,
			places: this.look.layout ? null : n ?? this.placesNow()
		};
		this.moments = [...this.moments, i].slice(-60), this.undone = [], await this.at(r);
	}
	async go(e) {
		e !== this.now && await this.at(e);
	}
	async at(e) {
		[this.now, this.state] = [e, null], this.selected !== null && !(this.selected in this.model.worlds) && (this.selected = null), await this.refresh();
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
		return !this.picture || this.pictured !== this.file ? this.moment.places : Object.fromEntries(this.picture.worlds.map((e) => [e.name, [e.x, e.y]]));
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
		], this.save(), await this.present();
	}
	async present() {
		this.symbolic ? (await this.survey(), await this.check()) : await Promise.all([this.draw(), this.check()]);
	}
	async visit(e, t = !1) {
		this.state = e, t && (this.seed += 1), this.reasons = null, await this.present();
	}
	async survey() {
		let { file: e, state: t, seed: n } = this;
		this.picture = null;
		try {
			this.overview = await Zi("symbolic", {
				model: e,
				at: t,
				seed: n
			}, `picture ${this.topic}`), [this.drawing, this.surveyed] = [null, e];
			let r = this.overview.facts[0]?.[1];
			this.moments = this.moments.map((t) => t.model === e ? {
				...t,
				size: r
			} : t);
		} catch (e) {
			let t = na(e);
			t && ([this.drawing, this.overview] = [t, null]);
		}
	}
	async draw() {
		let { model: e, places: t } = this.moment;
		try {
			this.picture = await Zi("picture", {
				model: e,
				places: t,
				look: this.look
			}, `picture ${this.topic}`), this.pictured = e, this.drawing = null;
		} catch (e) {
			let t = na(e);
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
			this.checked = await Zi("formula", {
				model: this.file,
				formula: this.formula,
				states: e
			}, `formula ${this.topic}`), [this.mistake, this.part] = [null, 0];
		} catch (e) {
			let t = na(e);
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
			this.reasons = (await Zi("reasons", {
				model: this.file,
				formula: this.formula,
				at: e
			})).rows;
		} catch (e) {
			this.mistake = na(e) ?? this.mistake;
		}
	}
	async prove(e) {
		try {
			this.proved = await Zi("proof", {
				formula: this.formula,
				logic: e
			});
		} catch (e) {
			this.mistake = na(e) ?? this.mistake;
		}
	}
	async happen(e, t) {
		this.refused = null;
		try {
			let { model: n, parents: r } = await Zi("change", {
				model: this.file,
				change: e
			});
			return await this.become(n, t, this.inherited(r)), !0;
		} catch (e) {
			return this.refused = na(e) ?? this.refused, !1;
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
}, $ = new $a(), eo = ":root{--ink:#1d2129;--pale:#5c6370;--line:#d9dce3;--ground:#f4f5f8;--paper:#fff;--accent:#074a94;--accent-soft:#e6eef8;--true:#ffdc73;--good:#0b6b3a;--bad:#a32018;--bad-soft:#fdeceb;--math:\"STIX Two Text\", \"Cambria Math\", \"DejaVu Serif\", Georgia, serif;--sans:\"Inter\", system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif;--radius:10px}*{box-sizing:border-box}html,body,#app{height:100%}body{background:var(--ground);color:var(--ink);font:15px/1.45 var(--sans);margin:0}h1,h2,h3,p{margin:0}h2{letter-spacing:.02em;color:var(--pale);font-size:13px;font-weight:600}button,input,select,textarea{font:inherit;color:inherit}button,select,.button{border:1px solid var(--line);background:var(--paper);cursor:pointer;border-radius:8px;min-height:34px;padding:4px 12px}button:hover:not(:disabled),.button:hover{background:#fafbfd;border-color:#aeb5c2}button:disabled{color:#767d8a;cursor:default}button.primary{border-color:var(--accent);background:var(--accent);color:#fff}button.primary:hover:not(:disabled){background:#0a5cb5}button.primary:disabled{border-color:var(--line);background:var(--ground);color:#767d8a}button.quiet{background:0 0;border-color:#0000}button[aria-pressed=true]{border-color:var(--accent);background:var(--accent-soft);color:var(--accent)}input[type=text],textarea,select{background:var(--paper);border:1px solid #b9bfca;border-radius:8px;width:100%;min-height:36px;padding:6px 10px}select{width:auto}:focus-visible{outline-offset:1px;outline:3px solid #5b9bea}.card{border:1px solid var(--line);border-radius:var(--radius);background:var(--paper);gap:10px;padding:14px 16px;display:grid}.row{flex-wrap:wrap;align-items:center;gap:8px;display:flex}.pale{color:var(--pale)}.small{font-size:13px}.math{font-family:var(--math);font-size:18px}.problem{border-left:3px solid var(--bad);background:var(--bad-soft);white-space:pre-wrap;overflow-wrap:anywhere;border-radius:4px;padding:8px 12px;font-size:14px}.badge{background:var(--ground);border-radius:999px;padding:1px 9px;font-size:13px;font-weight:600;display:inline-block}.badge.good{color:var(--good);background:#e2f3e9}.badge.bad{background:var(--bad-soft);color:var(--bad)}.hidden{clip-path:inset(50%);white-space:nowrap;width:1px;height:1px;position:absolute;overflow:hidden}@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}";
// node_modules/svelte/src/internal/disclose-version.js
typeof window < "u" && ((window.__svelte ??= {}).v ??= /* @__PURE__ */ new Set()).add("5");
// src/lib/saving.ts
function to(e, t, n) {
	let r = document.createElement("a");
	r.href = URL.createObjectURL(new Blob([e], { type: t })), r.download = n, r.click(), setTimeout(() => URL.revokeObjectURL(r.href), 1e4);
}
function no(e) {
	return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(e)}`;
}
// src/parts/Sheet.svelte
var ro = /* @__PURE__ */ G("<dialog aria-labelledby=\"sheet-title\" class=\"svelte-7kegbp\"><div class=\"head svelte-7kegbp\"><h2 id=\"sheet-title\"> </h2> <button class=\"quiet\">Close</button></div> <!></dialog>"), io = {
	hash: "svelte-7kegbp",
	code: "dialog.svelte-7kegbp {width:min(1100px, calc(100vw - 24px));padding:16px 20px 20px;border:0;border-radius:14px;box-shadow:0 20px 60px rgb(0 0 0 / 25%);}dialog.svelte-7kegbp::backdrop {background:rgb(20 24 32 / 45%);}.head.svelte-7kegbp {display:flex;justify-content:space-between;align-items:center;margin-bottom:10px;}"
};
function ao(e, t) {
	O(t, !0), X(e, io);
	let n;
	Vi(() => n.showModal());
	var r = ro(), i = F(r), a = F(i), o = L(a, !0), s = R(a, 2);
	E(i), $r(R(i, 2), () => t.children), E(r), Li(r, (e) => n = e, () => n), z(() => q(o, t.title)), yr("close", r, function(...e) {
		t.close?.apply(this, e);
	}), U("click", s, function(...e) {
		t.close?.apply(this, e);
	}), K(e, r), k();
}
W(["click"]);
// src/lib/formula.ts
function oo(e, t) {
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
var so = /(?<![\w'])(Bstrong|Bsafe|Kw|Kv|[KMBECDR](?:\^\d+)?)_(\{[^}]*\}|\w+)/gu;
function co(e) {
	let t = [], n = 0;
	for (let r of e.matchAll(so)) t.push([e.slice(n, r.index) + r[1], r[2].replace(/^\{|\}$/g, "")]), n = r.index + r[0].length;
	return n < e.length && t.push([e.slice(n), ""]), t;
}
var lo = /(Bstrong|Bsafe|Kw|Kv|[KMBECDR])(?:\^(\d+))?_(?:\{([^}]*)\}|(\w+))|("[^"]*"|@?\p{L}[\w']*(?:\([^()\s]*\))?(?:=[\w']+)?)|(\d+(?:\.\d+)?(?:\/\d+)?)|(\S)/gu;
function uo(e) {
	return [...e.matchAll(lo)].map(([, e, t, n, r, i, a, o]) => e ? {
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
var fo = /* @__PURE__ */ G("<sub class=\"svelte-1iudouo\"> </sub>"), po = /* @__PURE__ */ G(" <!>", 1), mo = /* @__PURE__ */ G("<span class=\"math svelte-1iudouo\"></span>"), ho = {
	hash: "svelte-1iudouo",
	code: ".math.svelte-1iudouo {font-size:1.1em;}sub.svelte-1iudouo {font-size:72%;}"
};
function go(e, t) {
	O(t, !0), X(e, ho);
	var n = mo();
	Y(n, 21, () => co(t.text), Wr, (e, t) => {
		var n = /* @__PURE__ */ j(() => m(H(t), 2));
		let r = () => H(n)[0], i = () => H(n)[1];
		Ee();
		var a = po(), o = I(a, !0), s = R(o), c = (e) => {
			var t = fo(), n = L(t, !0);
			z(() => q(n, i())), K(e, t);
		};
		J(s, (e) => {
			i() && e(c);
		}), z(() => q(o, r())), K(e, a);
	}), E(n), K(e, n), k();
}
// src/parts/Compare.svelte
var _o = /* @__PURE__ */ G("<option> </option>"), vo = /* @__PURE__ */ G("<label>Moment <select></select></label>"), yo = /* @__PURE__ */ G("<span class=\"pale\"> </span>"), bo = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), xo = /* @__PURE__ */ G("<p class=\"pale svelte-hf353t\">There is no other moment yet: change the model, or open a file.</p>"), So = /* @__PURE__ */ G("<span class=\"badge good\">bisimilar</span> ", 1), Co = /* @__PURE__ */ G("<span class=\"badge bad\">not bisimilar</span> <!> <button>Look where it holds</button>", 1), wo = /* @__PURE__ */ G("<span class=\"badge bad\">not bisimilar</span>"), To = /* @__PURE__ */ G("<p role=\"status\" class=\"svelte-hf353t\"><!> <span class=\"small pale\"> </span></p> <img alt=\"This model on the left, the other on the right\" class=\"svelte-hf353t\"/>", 1), Eo = /* @__PURE__ */ G("<div class=\"row\"><!> <label class=\"button svelte-hf353t\">A file …<input class=\"hidden\" type=\"file\" accept=\".json,.txt,.smcdel,.graphml\"/></label> <!></div> <!> <!> <!>", 1), Do = {
	hash: "svelte-hf353t",
	code: "img.svelte-hf353t {display:block;max-width:100%;max-height:70vh;margin:10px auto 0;}label.button.svelte-hf353t {display:inline-flex;align-items:center;}label.button.svelte-hf353t:focus-within {outline:3px solid #5b9bea;outline-offset:1px;}p.svelte-hf353t {margin-top:10px;}"
};
function Oo(e, t) {
	O(t, !0), X(e, Do);
	let n = /* @__PURE__ */ j(() => $.moments.filter((e) => e.id !== $.now)), r = /* @__PURE__ */ N(Zt(String(H(n).at(-1)?.id ?? ""))), i = /* @__PURE__ */ N(null), a = /* @__PURE__ */ N(null), o = /* @__PURE__ */ N(null), s = /* @__PURE__ */ j(() => H(i)?.model ?? H(n).find((e) => String(e.id) === H(r))?.model);
	bn(() => {
		H(s) && c(H(s));
	});
	async function c(e) {
		((e) => {
			var t = m(e, 2);
			P(a, t[0]), P(o, t[1]);
		})([null, null]);
		try {
			P(a, await Zi("compare", {
				model: $.file,
				other: e
			}));
		} catch (e) {
			P(o, na(e));
		}
	}
	async function l(e) {
		let t = e.currentTarget, n = t.files?.[0];
		if (t.value = "", n) try {
			P(i, {
				name: n.name,
				...await Zi("open", {
					name: n.name,
					text: await n.text()
				})
			});
		} catch (e) {
			P(o, na(e));
		}
	}
	async function u(e) {
		t.close(), await $.type(e);
	}
	ao(e, {
		title: "Compare this model with another",
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var c = Eo(), d = I(c), f = F(d), p = (e) => {
				var t = vo(), a = R(F(t));
				Y(a, 21, () => H(n), (e) => e.id, (e, t) => {
					var n = _o(), r = L(n, !0), i = {};
					z((e) => {
						q(r, H(t).label), i !== (i = e) && (n.value = (n.__value = i) ?? "");
					}, [() => String(H(t).id)]), K(e, n);
				}), E(a), mi(a), E(t), U("change", a, () => P(i, null)), hi(a, () => H(r), (e) => P(r, e)), K(e, t);
			};
			J(f, (e) => {
				H(n).length && e(p);
			});
			var m = R(f, 2), h = R(F(m));
			E(m);
			var g = R(m, 2), _ = (e) => {
				var t = yo(), n = L(t, !0);
				z(() => q(n, H(i).name)), K(e, t);
			};
			J(g, (e) => {
				H(i) && e(_);
			}), E(d);
			var v = R(d, 2), y = (e) => {
				var t = bo(), n = L(t, !0);
				z(() => q(n, H(o).message)), K(e, t);
			};
			J(v, (e) => {
				H(o) && e(y);
			});
			var b = R(v, 2), x = (e) => {
				K(e, xo());
			};
			J(b, (e) => {
				H(s) || e(x);
			});
			var S = R(b, 2), ee = (e) => {
				var t = To(), n = I(t), r = F(n), i = (e) => {
					var t = So(), n = R(I(t));
					z(() => q(n, ` No formula tells them apart${H(a).pointed ? " at the actual worlds" : ""}; dashed lines join
        bisimilar worlds.`)), K(e, t);
				}, o = (e) => {
					var t = Co(), n = R(I(t), 2);
					go(n, { get text() {
						return H(a).formula;
					} });
					var r = R(n), i = R(r);
					z(() => q(r, ` is ${H(a).pointed ? "true at the actual world" : "true"} on the left and not on the right. `)), U("click", i, () => u(H(a).formula)), K(e, t);
				}, s = (e) => {
					K(e, wo());
				};
				J(r, (e) => {
					H(a).same ? e(i) : H(a).formula ? e(o, 1) : e(s, -1);
				});
				var c = L(R(r, 2));
				E(n);
				var l = R(n, 2);
				z((e, t) => {
					q(c, `Atoms that count: ${e ?? ""}.`), Q(l, "src", t);
				}, [() => H(a).atoms.join(", ") || "none", () => no(H(a).svg)]), K(e, t);
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
var ko = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), Ao = /* @__PURE__ */ G("<button class=\"svelte-ww6ogl\"> </button>"), jo = /* @__PURE__ */ G("<!> <h3 class=\"svelte-ww6ogl\">Start new</h3> <div class=\"tiles svelte-ww6ogl\"></div> <h3 class=\"svelte-ww6ogl\">Puzzles, told step by step</h3> <div class=\"tiles svelte-ww6ogl\"></div>", 1), Mo = {
	hash: "svelte-ww6ogl",
	code: "h3.svelte-ww6ogl {margin:16px 0 8px;font-size:15px;}.tiles.svelte-ww6ogl {display:grid;grid-template-columns:repeat(auto-fill, minmax(200px, 1fr));gap:8px;}.tiles.svelte-ww6ogl button:where(.svelte-ww6ogl) {min-height:48px;text-align:left;}"
};
function No(e, t) {
	O(t, !0), X(e, Mo);
	let n = {
		"Knowledge: two worlds, two agents": oa,
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
	Vi(async () => {
		try {
			P(r, (await Zi("library", {})).puzzles);
		} catch (e) {
			P(i, na(e));
		}
	});
	async function a(e) {
		try {
			await $.begin(await Wa(e)), t.close();
		} catch (e) {
			P(i, na(e));
		}
	}
	async function o(e, n) {
		t.close(), $.formula = "K_a p", await $.show(n, e);
	}
	ao(e, {
		title: "Library",
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var s = jo(), c = I(s), l = (e) => {
				var t = ko(), n = L(t, !0);
				z(() => q(n, H(i).message)), K(e, t);
			};
			J(c, (e) => {
				H(i) && e(l);
			});
			var u = R(c, 4);
			Y(u, 21, () => Object.entries(n), ([e, t]) => e, (e, t) => {
				var n = /* @__PURE__ */ j(() => m(H(t), 2));
				let r = () => H(n)[0], i = () => H(n)[1];
				var a = Ao(), s = L(a, !0);
				z(() => q(s, r())), U("click", a, () => o(r(), i())), K(e, a);
			}), E(u);
			var d = R(u, 4);
			Y(d, 21, () => H(r), ({ name: e, title: t }) => e, (e, t) => {
				let n = () => H(t).name, r = () => H(t).title;
				var i = Ao(), o = L(i, !0);
				z(() => q(o, r())), U("click", i, () => a(n())), K(e, i);
			}), E(d), K(e, s);
		},
		$$slots: { default: !0 }
	}), k();
}
W(["click"]);
// src/parts/Menu.svelte
var Po = /* @__PURE__ */ G("<button class=\"quiet svelte-17dkck7\"> </button>"), Fo = /* @__PURE__ */ G("<div class=\"list svelte-17dkck7\"></div>"), Io = /* @__PURE__ */ G("<button> </button>"), Lo = /* @__PURE__ */ G("<input class=\"hidden\" type=\"file\" tabindex=\"-1\" aria-hidden=\"true\" accept=\".json,.txt,.smcdel,.graphml\"/> <button>Open</button> <div class=\"menu svelte-17dkck7\"><button aria-haspopup=\"true\">Save as</button> <!></div> <!>", 1), Ro = {
	hash: "svelte-17dkck7",
	code: ".menu.svelte-17dkck7 {position:relative;}.list.svelte-17dkck7 {position:absolute;right:0;z-index:3;display:grid;margin-top:4px;padding:6px;border:1px solid var(--line);border-radius:10px;background:var(--paper);box-shadow:0 10px 30px rgb(0 0 0 / 15%);}.list.svelte-17dkck7 button:where(.svelte-17dkck7) {text-align:left;}"
};
function zo(e, t) {
	O(t, !0), X(e, Ro);
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
	], i = /* @__PURE__ */ N(!1), a = /* @__PURE__ */ N(""), o;
	async function s(e) {
		P(i, !1);
		try {
			let t = $.checked && $.part === 0 ? $.formula : null, n = $.moment.places && $.placesNow(), r = await Zi("save", {
				model: $.file,
				format: e,
				highlight: t,
				look: $.look,
				places: n
			});
			to(Uint8Array.from(atob(r.base64), (e) => e.charCodeAt(0)), r.type, r.name);
		} catch (e) {
			$.refused = na(e) ?? $.refused;
		}
	}
	async function c() {
		let e = o.files?.[0];
		if (o.value = "", e) try {
			let { model: t } = await Zi("open", {
				name: e.name,
				text: await e.text()
			});
			await $.show(t, e.name);
		} catch (e) {
			$.refused = na(e) ?? $.refused;
		}
	}
	async function l() {
		let e = await $.link();
		history.replaceState(null, "", e);
		try {
			await navigator.clipboard.writeText(e), P(a, "copied");
		} catch {
			P(a, "in the address");
		}
		setTimeout(() => P(a, ""), 2500);
	}
	var u = Lo();
	yr("click", en, () => P(i, !1));
	var d = I(u);
	Li(d, (e) => o = e, () => o);
	var f = R(d, 2), p = R(f, 2), m = F(p), h = R(m, 2), g = (e) => {
		var t = Fo();
		Y(t, 20, () => $.symbolic ? r : n, (e) => e, (e, t) => {
			var n = Po(), r = L(n, !0);
			z((e) => q(r, e), [() => t.toUpperCase()]), U("click", n, () => s(t)), K(e, n);
		}), E(t), K(e, t);
	};
	J(h, (e) => {
		H(i) && e(g);
	}), E(p);
	var _ = R(p, 2), v = (e) => {
		var t = Io(), n = L(t, !0);
		z(() => q(n, H(a) ? `Link ${H(a)}` : "Share")), U("click", t, l), K(e, t);
	};
	J(_, (e) => {
		$.embedded || e(v);
	}), z(() => Q(m, "aria-expanded", H(i))), U("change", d, c), U("click", f, () => o.click()), U("click", m, (e) => {
		e.stopPropagation(), P(i, !H(i));
	}), K(e, u), k();
}
W(["change", "click"]);
// src/parts/DocumentNav.svelte
var Bo = /* @__PURE__ */ G("<button class=\"quiet pale\" title=\"Escape; left and right go back and forth in time\">End the slide</button>"), Vo = /* @__PURE__ */ G("<button>Library</button> <button title=\"Ctrl+Z\">Undo</button> <button title=\"Ctrl+Shift+Z\">Redo</button> <button title=\"The picture alone, large; Escape ends it\">Slide</button> <button>Compare</button> <!>", 1), Ho = /* @__PURE__ */ G("<nav aria-label=\"Document\" class=\"svelte-sysluq\"><!></nav> <!> <!>", 1), Uo = {
	hash: "svelte-sysluq",
	code: "nav.svelte-sysluq {display:flex;flex-wrap:wrap;gap:6px;}"
};
function Wo(e, t) {
	O(t, !0), X(e, Uo);
	let n = Bi(t, "slide", 15, !1), r = /* @__PURE__ */ N(!1), i = /* @__PURE__ */ N(!1);
	function a(e) {
		let t = e.composedPath()[0], r = t instanceof HTMLElement && t.matches("input, textarea, select");
		n() && e.key === "Escape" && n(!1), n() && e.key === "ArrowLeft" && $.undo(), n() && e.key === "ArrowRight" && $.redo(), !r && (e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "z" && (e.preventDefault(), e.shiftKey ? $.redo() : $.undo());
	}
	var o = Ho();
	yr("keydown", en, a);
	var s = I(o), c = F(s), l = (e) => {
		var t = Bo();
		U("click", t, () => n(!1)), K(e, t);
	}, u = (e) => {
		var t = Vo(), a = I(t), o = R(a, 2), s = R(o, 2), c = R(s, 2), l = R(c, 2);
		zo(R(l, 2), {}), z(() => {
			o.disabled = !$.canUndo, s.disabled = !$.undone.length;
		}), U("click", a, () => P(r, !0)), U("click", o, () => $.undo()), U("click", s, () => $.redo()), U("click", c, () => n(!0)), U("click", l, () => P(i, !0)), K(e, t);
	};
	J(c, (e) => {
		n() ? e(l) : e(u, -1);
	}), E(s);
	var d = R(s, 2), f = (e) => {
		Oo(e, { close: () => P(i, !1) });
	};
	J(d, (e) => {
		H(i) && e(f);
	});
	var p = R(d, 2), m = (e) => {
		No(e, { close: () => P(r, !1) });
	};
	J(p, (e) => {
		H(r) && e(m);
	}), K(e, o), k();
}
W(["click"]);
// src/parts/Agents.svelte
var Go = /* @__PURE__ */ G("<button class=\"quiet small\">Close to S5</button>"), Ko = /* @__PURE__ */ G("<p class=\"small pale\"> </p>"), qo = /* @__PURE__ */ G("<li><b> </b> <span class=\"badge\"> </span> <!> <button class=\"quiet small\">Remove</button> <!></li>"), Jo = /* @__PURE__ */ G("<span class=\"badge\"> </span>"), Yo = /* @__PURE__ */ G("<button class=\"small\"> </button>"), Xo = /* @__PURE__ */ G("<button class=\"quiet small\">All worlds</button>"), Zo = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"agents-title\"><h2 id=\"agents-title\">Agents</h2> <ul class=\"svelte-anjw52\"></ul> <form class=\"row svelte-anjw52\"><input type=\"text\" placeholder=\"name\" aria-label=\"Name of a new agent\" class=\"svelte-anjw52\"/> <button>Add agent</button></form> <div class=\"row\" role=\"group\" aria-label=\"Eye view\"><span class=\"small pale\">Through the eyes of</span> <!> <!> <!></div></section>"), Qo = {
	hash: "svelte-anjw52",
	code: "ul.svelte-anjw52 {margin:0;padding:0;list-style:none;display:grid;gap:4px;}form.svelte-anjw52 input:where(.svelte-anjw52) {width:140px;}"
};
function $o(e, t) {
	O(t, !0), X(e, Qo);
	let n = /* @__PURE__ */ N(""), r = /* @__PURE__ */ j(() => fa($.model)), i = /* @__PURE__ */ j(() => $.picture?.frames ?? {});
	async function a(e) {
		e.preventDefault();
		let t = H(n).trim();
		/^\w+$/.test(t) && !H(r).includes(t) && (P(n, ""), await $.become(Ca($.model, t), `new agent ${t}`));
	}
	var o = Zo(), s = R(F(o), 2);
	Y(s, 20, () => H(r), (e) => e, (e, t) => {
		var n = qo(), r = F(n), a = L(r, !0), o = R(r, 2), s = L(o, !0), c = R(o, 2), l = (e) => {
			var n = Go();
			U("click", n, () => $.become(Ea($.model, t), `${t}: closed to S5`)), K(e, n);
		};
		J(c, (e) => {
			H(i)[t] && H(i)[t].system !== "S5" && e(l);
		});
		var u = R(c, 2), d = R(u, 2), f = (e) => {
			var n = Ko(), r = L(n, !0);
			z(() => q(r, H(i)[t].fails)), K(e, n);
		};
		J(d, (e) => {
			H(i)[t]?.fails && e(f);
		}), E(n), z(() => {
			q(a, t), Q(o, "title", H(i)[t]?.fails), q(s, H(i)[t]?.system ?? "…"), Q(u, "aria-label", `Remove agent ${t ?? ""}`);
		}), U("click", u, () => $.become(wa($.model, t), `without ${t}`)), K(e, n);
	}), E(s);
	var c = R(s, 2), l = F(c);
	Z(l);
	var u = R(l, 2);
	E(c);
	var d = R(c, 2), f = R(F(d), 2);
	Y(f, 17, () => $.eye, Wr, (e, t) => {
		var n = Jo(), r = L(n, !0);
		z(() => q(r, H(t))), K(e, n);
	});
	var p = R(f, 2);
	Y(p, 16, () => H(r), (e) => e, (e, t) => {
		var n = Yo(), r = L(n);
		z(() => {
			n.disabled = !$.here, q(r, `+ ${t ?? ""}`);
		}), U("click", n, () => $.eye = [...$.eye, t]), K(e, n);
	});
	var m = R(p, 2), h = (e) => {
		var t = Xo();
		U("click", t, () => $.eye = []), K(e, t);
	};
	J(m, (e) => {
		$.eye.length && e(h);
	}), E(d), E(o), z((e) => u.disabled = e, [() => !/^\w+$/.test(H(n).trim())]), yr("submit", c, a), Di(l, () => H(n), (e) => P(n, e)), K(e, o), k();
}
W(["click"]);
// src/lib/events.ts
function es(e, t = "p") {
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
function ts(e) {
	let t = e.boxes.length, n = ns(e.boxes.map((e) => e.name)), r = Object.fromEntries(Object.entries(e.sees).map(([e, n]) => [e, [...n, [t]]]));
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
function ns(e) {
	for (let t = 1;; t++) if (!e.includes(`e${t}`)) return `e${t}`;
}
function rs(e, t) {
	let n = (e) => e.filter((e) => e !== t).map((e) => e > t ? e - 1 : e), r = (e) => e.filter((e, n) => n !== t), i = Object.fromEntries(Object.entries(e.sees).map(([e, t]) => [e, r(t).map(n)])), a = e.happens === null || e.happens === t ? null : e.happens - Number(e.happens > t);
	return {
		boxes: r(e.boxes),
		sees: i,
		happens: a
	};
}
function is(e, t, n, r) {
	let i = e.sees[t] ?? e.boxes.map(() => []), a = i[n].includes(r) ? i[n].filter((e) => e !== r) : [...i[n], r].sort((e, t) => e - t);
	return {
		...e,
		sees: {
			...e.sees,
			[t]: i.map((e, t) => t === n ? a : e)
		}
	};
}
function as(e, t) {
	let n = e.boxes.map(({ name: e }) => os(e)), r = e.boxes.map(({ pre: e, post: t }, r) => {
		let i = t.trim() ? `; ${t.trim().replace(/^;|;$/g, "")}` : "";
		return `event ${n[r]}: pre ${e.trim() || "true"}${i}`;
	});
	e.happens !== null && r.push(`actual: ${n[e.happens]}`);
	for (let i of t) {
		let t = (e.sees[i] ?? e.boxes.map((e, t) => [t])).flatMap((e, t) => e.length ? [`${n[t]} -> ${e.map((e) => n[e]).join(" ")}`] : []);
		r.push(`agent ${os(i)}: ${t.join(" | ")}`);
	}
	return r.join("\n");
}
function os(e) {
	return /^[\p{L}\p{N}_'.·]+$/u.test(e) ? e : JSON.stringify(e);
}
// src/parts/EventBoxes.svelte
var ss = /* @__PURE__ */ G("<button type=\"button\" class=\"svelte-1dupc01\"> </button>"), cs = /* @__PURE__ */ G("<div class=\"row small svelte-1dupc01\" role=\"group\"><strong> </strong> considers possible <!></div>"), ls = /* @__PURE__ */ G("<fieldset><legend class=\"hidden\"> </legend> <div class=\"row\"><input type=\"text\" class=\"name svelte-1dupc01\"/> <button type=\"button\" class=\"quiet\">×</button></div> <input type=\"text\" placeholder=\"precondition\" spellcheck=\"false\"/> <input type=\"text\" placeholder=\"changes, such as q := true\" spellcheck=\"false\"/> <label class=\"small\"><input type=\"radio\" name=\"happens\"/> it happens</label> <!></fieldset>"), us = /* @__PURE__ */ G("<div class=\"boxes svelte-1dupc01\"></div> <div class=\"row\"><button type=\"button\">Add an event</button> <label class=\"small\"><input type=\"radio\" name=\"happens\"/> the preconditions decide which happens</label></div>", 1), ds = {
	hash: "svelte-1dupc01",
	code: ".boxes.svelte-1dupc01 {display:grid;gap:10px;}fieldset.svelte-1dupc01 {display:grid;gap:6px;margin:0;padding:10px;border:1.5px solid var(--ink);border-radius:4px;}.happens.svelte-1dupc01 {outline:1.5px solid var(--ink);outline-offset:3px;}.name.svelte-1dupc01 {flex:1;width:auto;font-weight:600;}.row.small.svelte-1dupc01 button:where(.svelte-1dupc01) {min-height:26px;padding:0 8px;}"
};
function fs(e, t) {
	O(t, !0), X(e, ds);
	let n = Bi(t, "text", 15), r = /* @__PURE__ */ N(Zt(es(t.agents, t.said)));
	bn(() => {
		n(as(H(r), t.agents));
	});
	let i = (e, t) => H(r).sees[e]?.[t] ?? [t];
	var a = us(), o = I(a);
	Y(o, 21, () => H(r).boxes, Wr, (e, n, a) => {
		var o = ls();
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
			var o = cs(), s = F(o), c = L(s, !0);
			Y(R(s, 2), 17, () => H(r).boxes, Wr, (e, n, o) => {
				var s = ss(), c = L(s, !0);
				z((e) => {
					Q(s, "aria-pressed", e), q(c, H(n).name);
				}, [() => i(t, a).includes(o)]), U("click", s, () => P(r, is(H(r), t, a, o), !0)), K(e, s);
			}), E(o), z(() => {
				Q(o, "aria-label", `When ${H(n).name ?? ""} happens, ${t ?? ""} considers possible`), q(c, t);
			}), K(e, o);
		}), E(o), z(() => {
			s = ci(o, 1, "svelte-1dupc01", null, s, { happens: H(r).happens === a }), q(l, `Event ${H(n).name ?? ""}`), Q(f, "aria-label", `Remove event ${H(n).name ?? ""}`), f.disabled = H(r).boxes.length === 1, Q(p, "aria-label", `Precondition of ${H(n).name ?? ""}`), Q(m, "aria-label", `Postconditions of ${H(n).name ?? ""}`), Ci(g, H(r).happens === a);
		}), Di(d, () => H(n).name, (e) => H(n).name = e), U("click", f, () => P(r, rs(H(r), a), !0)), Di(p, () => H(n).pre, (e) => H(n).pre = e), Di(m, () => H(n).post, (e) => H(n).post = e), U("change", g, () => H(r).happens = a), K(e, o);
	}), E(o);
	var s = R(o, 2), c = F(s), l = R(c, 2), u = F(l);
	Z(u), Ee(), E(l), E(s), z(() => Ci(u, H(r).happens === null)), U("click", c, () => P(r, ts(H(r)), !0)), U("change", u, () => H(r).happens = null), K(e, a), k();
}
W(["click", "change"]);
// src/parts/Steps.svelte
var ps = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), ms = /* @__PURE__ */ G("<img alt=\"The model before, what happens, and the model after\" class=\"svelte-x796el\"/> <div class=\"row\"><button class=\"primary\">Do it</button></div>", 1), hs = /* @__PURE__ */ G("<p role=\"status\" class=\"pale\">It is being drawn …</p>"), gs = /* @__PURE__ */ G("<!> <!>", 1), _s = {
	hash: "svelte-x796el",
	code: "img.svelte-x796el {display:block;max-width:100%;max-height:70vh;margin:0 auto 12px;}"
};
function vs(e, t) {
	O(t, !0), X(e, _s);
	let n = /* @__PURE__ */ N(""), r = /* @__PURE__ */ N(null);
	Vi(async () => {
		try {
			P(n, (await Zi("steps", {
				model: $.model,
				change: t.change
			})).svg, !0);
		} catch (e) {
			P(r, na(e));
		}
	});
	async function i() {
		let [e, n] = [t.change, t.label];
		t.close(), await $.happen(e, n);
	}
	ao(e, {
		get title() {
			return t.label;
		},
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var a = gs(), o = I(a), s = (e) => {
				var t = ps(), n = L(t, !0);
				z(() => q(n, H(r).message)), K(e, t);
			};
			J(o, (e) => {
				H(r) && e(s);
			});
			var c = R(o, 2), l = (e) => {
				var t = ms(), r = I(t), a = L(R(r, 2));
				z((e) => Q(r, "src", e), [() => no(H(n))]), U("click", a, i), K(e, t);
			}, u = (e) => {
				K(e, hs());
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
var ys = /* @__PURE__ */ G("<option> </option>"), bs = /* @__PURE__ */ G("<select aria-label=\"Atom\"></select> becomes", 1), xs = /* @__PURE__ */ G("<option>someone outside</option>"), Ss = /* @__PURE__ */ G("<select><!><!></select>"), Cs = /* @__PURE__ */ G("<textarea rows=\"6\" aria-label=\"Event model\" spellcheck=\"false\" class=\"svelte-7q06j\"></textarea>"), ws = /* @__PURE__ */ G("<input type=\"text\" class=\"entry svelte-7q06j\" aria-label=\"What is said or seen\" spellcheck=\"false\" autocomplete=\"off\"/>"), Ts = /* @__PURE__ */ G("<label><input type=\"checkbox\"/> </label>"), Es = /* @__PURE__ */ G("<div class=\"row\" role=\"group\" aria-label=\"Agents\"></div>"), Ds = /* @__PURE__ */ G("<label class=\"small\"><input type=\"checkbox\"/> the others notice</label>"), Os = /* @__PURE__ */ G("<label class=\"small\"><input type=\"checkbox\"/> radical: all these worlds go before the others</label>"), ks = /* @__PURE__ */ G("<div class=\"row small\"><label>gain <input type=\"number\" min=\"0\" max=\"1\" step=\"0.05\" class=\"svelte-7q06j\"/></label> <label>loss <input type=\"number\" min=\"0\" max=\"1\" step=\"0.05\" class=\"svelte-7q06j\"/></label></div>"), As = /* @__PURE__ */ G("<button type=\"button\">Side by side</button> <button type=\"button\">Contract</button>", 1), js = /* @__PURE__ */ G("<form class=\"card\" aria-labelledby=\"change-title\"><h2 id=\"change-title\">Change</h2> <div class=\"row\"><select aria-label=\"What happens\"></select> <!> <!></div> <!> <!> <!> <!> <!> <div class=\"row\"><button class=\"primary\">Do it</button> <!> <button type=\"button\">Only reachable</button></div></form> <!>", 1), Ms = {
	hash: "svelte-7q06j",
	code: ".entry.svelte-7q06j,\n  textarea.svelte-7q06j {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:14px;}input[type=\"number\"].svelte-7q06j {width:80px;padding:4px 6px;}"
};
function Ns(e, t) {
	O(t, !0), X(e, Ms);
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
	}, i = ["upgrade", "evidence"], a = /* @__PURE__ */ N("announce"), o = /* @__PURE__ */ N(null), s = /* @__PURE__ */ N(Zt([])), c = /* @__PURE__ */ N(""), l = /* @__PURE__ */ N(!0), u = /* @__PURE__ */ N(!0), d = /* @__PURE__ */ N(""), f = /* @__PURE__ */ N(.2), p = /* @__PURE__ */ N(.2), h = /* @__PURE__ */ N("event yes: pre p\nevent no: pre ~p\na: yes | no\nothers: yes no"), g = /* @__PURE__ */ N(""), _ = /* @__PURE__ */ N(null), v = /* @__PURE__ */ j(() => fa($.file)), y = /* @__PURE__ */ j(() => pa($.file)), b = /* @__PURE__ */ j(() => H(o) ?? (H(y).includes("p") ? "p" : H(y)[0] ?? "true")), x = /* @__PURE__ */ j(() => H(s).filter((e) => H(v).includes(e))), S = /* @__PURE__ */ j(() => [
		"group",
		"private",
		"peek"
	].includes(H(a)));
	function ee() {
		switch (H(a)) {
			case "announce": return [{
				kind: "announce",
				formula: H(b),
				to: null,
				whether: !1
			}, `${H(b)}!`];
			case "whether": return [{
				kind: "announce",
				formula: H(b),
				to: null,
				whether: !0
			}, `${H(b)}?`];
			case "group": return [{
				kind: "announce",
				formula: H(b),
				to: H(x),
				whether: !1
			}, `${H(b)} to ${H(x).join(", ")}`];
			case "private": return [{
				kind: "private",
				formula: H(b),
				to: H(x)
			}, `${H(b)} to ${H(x).join(", ")}, secretly`];
			case "say": return [{
				kind: "say",
				formula: H(b),
				by: H(c) || null,
				to: null
			}, `${H(c) || "someone"} says ${H(b)}`];
			case "peek": return [{
				kind: "peek",
				formula: H(b),
				by: H(x),
				noticed: H(l)
			}, `${H(x).join(", ")} peeks: ${H(b)}`];
			case "set": return [{
				kind: "set",
				atom: H(d) || H(y)[0] || "p",
				formula: H(b)
			}, `${H(d) || H(y)[0]} := ${H(b)}`];
			case "upgrade": return [{
				kind: "upgrade",
				formula: H(b),
				radical: H(u)
			}, `${H(u) ? "⇑" : "↑"} ${H(b)}`];
			case "evidence": return [{
				kind: "evidence",
				agent: H(c) || H(v)[0] || "a",
				formula: H(b),
				gain: H(f),
				loss: H(p)
			}, `evidence for ${H(b)}`];
			case "boxes": return [{
				kind: "events",
				text: H(g),
				event: null
			}, "event model"];
			case "events": return [{
				kind: "events",
				text: H(h),
				event: null
			}, "event model"];
		}
	}
	async function te(e) {
		e.preventDefault(), await $.happen(...ee());
	}
	var ne = js(), re = I(ne), ie = R(F(re), 2), ae = F(ie);
	Y(ae, 21, () => Object.entries(r).filter(([e]) => !$.symbolic || !i.includes(e)), ([e, t]) => e, (e, t) => {
		var n = /* @__PURE__ */ j(() => m(H(t), 2));
		let r = () => H(n)[0], i = () => H(n)[1];
		var a = ys(), o = L(a, !0), s = {};
		z(() => {
			q(o, i()), s !== (s = r()) && (a.value = (a.__value = s) ?? "");
		}), K(e, a);
	}), E(ae), mi(ae);
	var oe = R(ae, 2), se = (e) => {
		var t = bs(), n = I(t);
		Y(n, 20, () => H(y), (e) => e, (e, t) => {
			var n = ys(), r = L(n, !0), i = {};
			z(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(n), mi(n), Ee(), hi(n, () => H(d), (e) => P(d, e)), K(e, t);
	};
	J(oe, (e) => {
		H(a) === "set" && e(se);
	});
	var ce = R(oe, 2), le = (e) => {
		var t = Ss(), n = F(t), r = (e) => {
			var t = xs();
			t.value = t.__value = "", K(e, t);
		};
		J(n, (e) => {
			H(a) === "say" && e(r);
		}), Y(R(n), 16, () => H(v), (e) => e, (e, t) => {
			var n = ys(), r = L(n, !0), i = {};
			z(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(t), mi(t), z(() => Q(t, "aria-label", H(a) === "say" ? "Speaker" : "Agent")), hi(t, () => H(c), (e) => P(c, e)), K(e, t);
	};
	J(ce, (e) => {
		(H(a) === "say" || H(a) === "evidence") && e(le);
	}), E(ie);
	var ue = R(ie, 2), de = (e) => {
		fs(e, {
			get agents() {
				return H(v);
			},
			get said() {
				return H(b);
			},
			get text() {
				return H(g);
			},
			set text(e) {
				P(g, e, !0);
			}
		});
	}, fe = (e) => {
		var t = Cs();
		it(t), Di(t, () => H(h), (e) => P(h, e)), K(e, t);
	}, pe = (e) => {
		var t = ws();
		Z(t), Di(t, () => H(b), (e) => P(o, e, !0)), K(e, t);
	};
	J(ue, (e) => {
		H(a) === "boxes" ? e(de) : H(a) === "events" ? e(fe, 1) : e(pe, -1);
	});
	var me = R(ue, 2), he = (e) => {
		var t = Es();
		Y(t, 20, () => H(v), (e) => e, (e, t) => {
			var r = Ts(), i = F(r);
			Z(i);
			var a, o = R(i);
			E(r), z(() => {
				a !== (a = t) && (i.value = (i.__value = a) ?? ""), q(o, ` ${t ?? ""}`);
			}), ki(n, [], i, () => H(s), (e) => P(s, e)), K(e, r);
		}), E(t), K(e, t);
	};
	J(me, (e) => {
		H(S) && e(he);
	});
	var ge = R(me, 2), _e = (e) => {
		var t = Ds(), n = F(t);
		Z(n), Ee(), E(t), Ai(n, () => H(l), (e) => P(l, e)), K(e, t);
	};
	J(ge, (e) => {
		H(a) === "peek" && e(_e);
	});
	var C = R(ge, 2), ve = (e) => {
		var t = Os(), n = F(t);
		Z(n), Ee(), E(t), Ai(n, () => H(u), (e) => P(u, e)), K(e, t);
	};
	J(C, (e) => {
		H(a) === "upgrade" && e(ve);
	});
	var ye = R(C, 2), be = (e) => {
		var t = ks(), n = F(t), r = R(F(n));
		Z(r), E(n);
		var i = R(n, 2), a = R(F(i));
		Z(a), E(i), E(t), Di(r, () => H(f), (e) => P(f, e)), Di(a, () => H(p), (e) => P(p, e)), K(e, t);
	};
	J(ye, (e) => {
		H(a) === "evidence" && e(be);
	});
	var xe = R(ye, 2), Se = F(xe), w = R(Se, 2), Ce = (e) => {
		var t = As(), n = I(t), r = R(n, 2);
		z(() => n.disabled = H(S) && !H(x).length), U("click", n, () => P(_, ee())), U("click", r, () => $.happen({ kind: "contract" }, "bisimilar worlds merged")), K(e, t);
	};
	J(w, (e) => {
		$.symbolic || e(Ce);
	});
	var T = R(w, 2);
	E(xe), E(re);
	var we = R(re, 2), Te = (e) => {
		vs(e, {
			get change() {
				return H(_)[0];
			},
			get label() {
				return H(_)[1];
			},
			close: () => P(_, null)
		});
	};
	J(we, (e) => {
		H(_) && e(Te);
	}), z(() => {
		Se.disabled = H(S) && !H(x).length, T.disabled = !$.here;
	}), yr("submit", re, te), hi(ae, () => H(a), (e) => P(a, e)), U("click", T, () => $.happen({
		kind: "generated",
		at: $.here
	}, `reachable from ${$.hereText}`)), K(e, ne), k();
}
W(["click"]);
// src/parts/Mathematics.svelte
var Ps = (e, t) => {
	let n = () => (t?.()).tag, r = () => (t?.()).text;
	var i = jr(), a = I(i), o = (e) => {
		var t = Fs(), n = L(t, !0);
		z(() => q(n, r())), K(e, t);
	}, s = (e) => {
		var t = Is(), n = L(t, !0);
		z(() => q(n, r())), K(e, t);
	}, c = (e) => {
		var t = Ls(), n = L(t, !0);
		z(() => q(n, r())), K(e, t);
	}, l = (e) => {
		var t = Rs(), n = L(t, !0);
		z(() => q(n, r())), K(e, t);
	};
	J(a, (e) => {
		n() === "mo" ? e(o) : n() === "mn" ? e(s, 1) : n() === "mtext" ? e(c, 2) : e(l, -1);
	}), K(e, i);
}, Fs = /* @__PURE__ */ kr("<mo> </mo>"), Is = /* @__PURE__ */ kr("<mn> </mn>"), Ls = /* @__PURE__ */ kr("<mtext> </mtext>"), Rs = /* @__PURE__ */ kr("<mi> </mi>"), zs = /* @__PURE__ */ kr("<msubsup><!><mtext> </mtext><mn> </mn></msubsup>"), Bs = /* @__PURE__ */ kr("<msub><!><mtext> </mtext></msub>"), Vs = /* @__PURE__ */ kr("<math class=\"hidden\"><mrow></mrow></math>");
function Hs(e, t) {
	O(t, !0);
	var n = Vs(), r = F(n);
	Y(r, 21, () => uo(t.text), Wr, (e, t) => {
		var n = jr(), r = I(n), i = (e) => {
			var n = zs(), r = F(n);
			Ps(r, () => H(t));
			var i = R(r), a = L(i, !0), o = L(R(i), !0);
			E(n), z(() => {
				q(a, H(t).below), q(o, H(t).above);
			}), K(e, n);
		}, a = (e) => {
			var n = Bs(), r = F(n);
			Ps(r, () => H(t));
			var i = L(R(r), !0);
			E(n), z(() => q(i, H(t).below)), K(e, n);
		}, o = (e) => {
			Ps(e, () => H(t));
		};
		J(r, (e) => {
			H(t).below && H(t).above ? e(i) : H(t).below ? e(a, 1) : e(o, -1);
		}), K(e, n);
	}), E(r), E(n), K(e, n), k();
}
// src/parts/Reasons.svelte
var Us = /* @__PURE__ */ G("<b> </b>"), Ws = /* @__PURE__ */ G("<li><button class=\"quiet svelte-g72hdb\"><!> </button></li>"), Gs = /* @__PURE__ */ G("<ol class=\"reasons svelte-g72hdb\" aria-label=\"Reasons\"></ol>"), Ks = {
	hash: "svelte-g72hdb",
	code: ".reasons.svelte-g72hdb {margin:0;padding:0;list-style:none;}button.svelte-g72hdb {width:100%;text-align:left;padding:4px 6px;font-size:14px;overflow-wrap:anywhere;}.yes.svelte-g72hdb {color:var(--good);}.no.svelte-g72hdb {color:var(--bad);}.depth-1.svelte-g72hdb {margin-left:14px;}.depth-2.svelte-g72hdb {margin-left:28px;}.depth-3.svelte-g72hdb {margin-left:42px;}.depth-4.svelte-g72hdb {margin-left:56px;}.depth-5.svelte-g72hdb {margin-left:70px;}.depth-6.svelte-g72hdb {margin-left:84px;}"
};
function qs(e, t) {
	O(t, !0), X(e, Ks);
	function n(e) {
		let n = (e.path ?? []).map(([, e]) => e), r = t.reasons.slice(t.reasons.indexOf(e) + 1), i = r.findIndex((t) => t.depth <= e.depth), a = (i < 0 ? r : r.slice(0, i)).filter((t) => t.depth === e.depth + 1);
		return [.../* @__PURE__ */ new Set([
			e.world,
			...n,
			...a.map((e) => e.world)
		])].filter((e) => e !== void 0);
	}
	var r = Gs();
	Y(r, 21, () => t.reasons, Wr, (e, t) => {
		var r = Ws(), i = F(r), a = F(i), o = (e) => {
			var n = Us(), r = L(n, !0);
			z(() => {
				ci(n, 1, ni(H(t).holds ? "yes" : "no"), "svelte-g72hdb"), q(r, H(t).holds ? "✓" : "✗");
			}), K(e, n);
		};
		J(a, (e) => {
			H(t).holds !== void 0 && e(o);
		});
		var s = R(a);
		E(i), E(r), z((e) => {
			ci(r, 1, `depth-${e ?? ""}`, "svelte-g72hdb"), q(s, ` ${H(t).text ?? ""}`);
		}, [() => Math.min(H(t).depth, 6)]), yr("mouseenter", i, () => $.lit = n(H(t))), yr("mouseleave", i, () => $.lit = []), yr("focus", i, () => $.lit = n(H(t))), yr("blur", i, () => $.lit = []), U("click", i, () => $.selected = H(t).world ?? null), K(e, r);
	}), E(r), K(e, r), k();
}
W(["click"]);
// src/parts/Formula.svelte
var Js = (e, t = d) => {
	var n = jr(), r = I(n), i = (e) => {
		var n = jr();
		Y(I(n), 17, () => co(t()), Wr, (e, t) => {
			var n = /* @__PURE__ */ j(() => m(H(t), 2));
			let r = () => H(n)[0], i = () => H(n)[1];
			Ee();
			var a = Xs(), o = I(a, !0), s = R(o), c = (e) => {
				var t = Ys(), n = L(t, !0);
				z(() => q(n, i())), K(e, t);
			};
			J(s, (e) => {
				i() && e(c);
			}), z(() => q(o, r())), K(e, a);
		}), K(e, n);
	}, a = (e) => {
		var n = Zs();
		let r;
		Y(n, 21, () => t().pieces, Wr, (e, t) => {
			Js(e, () => H(t));
		}), E(n), z(() => r = ci(n, 1, "part svelte-1kfifdq", null, r, { on: $.part === t().part && t().part > 0 })), U("mouseover", n, (e) => {
			e.stopPropagation(), $.part = t().part;
		}), yr("focus", n, () => void 0), K(e, n);
	};
	J(r, (e) => {
		typeof t() == "string" ? e(i) : e(a, -1);
	}), K(e, n);
}, Ys = /* @__PURE__ */ G("<sub class=\"svelte-1kfifdq\"> </sub>"), Xs = /* @__PURE__ */ G(" <!>", 1), Zs = /* @__PURE__ */ G("<span role=\"presentation\"></span>"), Qs = /* @__PURE__ */ G("<span class=\"caret svelte-1kfifdq\"> <mark class=\"svelte-1kfifdq\"> </mark> </span>"), $s = /* @__PURE__ */ G("<br/><b>Hint:</b> ", 1), ec = /* @__PURE__ */ G("<div class=\"problem\"><!> <!><!></div>"), tc = /* @__PURE__ */ G("<!> ", 1), nc = /* @__PURE__ */ G("<span> </span>"), rc = /* @__PURE__ */ G("<span class=\"badge good\"> </span>"), ic = /* @__PURE__ */ G("<!> <!>", 1), ac = /* @__PURE__ */ G("<option> </option>"), oc = /* @__PURE__ */ G("<div class=\"math shown svelte-1kfifdq\" tabindex=\"0\" role=\"group\" aria-label=\"The formula; arrow keys go through its parts\"><span aria-hidden=\"true\"><!></span> <!></div> <p class=\"small\" aria-live=\"polite\"><!></p> <div class=\"row\"><button> </button> <span class=\"together svelte-1kfifdq\"><button>Valid in</button> <select aria-label=\"Logic\"></select></span></div>", 1), sc = /* @__PURE__ */ G("<pre class=\"svelte-1kfifdq\"> </pre>"), cc = /* @__PURE__ */ G("<button>Open the countermodel</button>"), lc = /* @__PURE__ */ G("<div class=\"proof svelte-1kfifdq\" role=\"status\"><p class=\"row\"><span> </span> <span class=\"small\"> </span></p> <!> <!> <!></div>"), uc = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"formula-title\"><h2 id=\"formula-title\">Formula</h2> <input type=\"text\" class=\"entry svelte-1kfifdq\" aria-label=\"Formula\" aria-describedby=\"formula-mistake\" placeholder=\"K_a (p -> q)\" spellcheck=\"false\" autocomplete=\"off\"/> <div id=\"formula-mistake\" aria-live=\"polite\"><!></div> <!> <!> <!></section>"), dc = {
	hash: "svelte-1kfifdq",
	code: ".entry.svelte-1kfifdq {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:15px;}.shown.svelte-1kfifdq {padding:6px 4px;line-height:1.7;overflow-wrap:anywhere;}.part.svelte-1kfifdq {border-radius:4px;}sub.svelte-1kfifdq {font-size:72%;}.part.on.svelte-1kfifdq {background:var(--true);}.caret.svelte-1kfifdq {display:block;font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;}mark.svelte-1kfifdq {background:#f3b5b0;}.together.svelte-1kfifdq {display:flex;gap:8px;}.proof.svelte-1kfifdq {display:grid;gap:8px;}pre.svelte-1kfifdq {max-height:300px;margin:0;padding:10px;overflow:auto;border-radius:6px;background:var(--ground);font:13px/1.5 var(--sans);white-space:pre-wrap;}"
};
function fc(e, t) {
	O(t, !0), X(e, dc);
	let n = [
		"S5",
		"KD45",
		"K45",
		"S4",
		"KT",
		"KD",
		"K"
	], r = /* @__PURE__ */ N("S5"), i = /* @__PURE__ */ j(() => $.checked), a = /* @__PURE__ */ j(() => H(i) ? oo(H(i).text, H(i).rows) : ""), o = /* @__PURE__ */ j(() => H(i)?.rows[$.part]), s = /* @__PURE__ */ j(() => $.symbolic ? "states" : "worlds"), c = /* @__PURE__ */ j(() => $.symbolic ? "the actual state" : ($.model.actual?.length ?? 0) > 16 ? "the actual world" : $.model.actual), l = /* @__PURE__ */ j(() => $.mistake?.position);
	function u(e) {
		let t = H(i)?.rows.length ?? 0, n = {
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
	var f = uc(), p = R(F(f), 2);
	Z(p);
	var m = R(p, 2), h = F(m), g = (e) => {
		var t = ec(), n = F(t), r = (e) => {
			var t = Qs(), n = F(t, !0), r = R(n), i = L(r, !0), a = R(r, 1, !0);
			E(t), z((e, t, r) => {
				q(n, e), q(i, t), q(a, r);
			}, [
				() => $.mistake.text.slice(0, H(l)),
				() => $.mistake.text.slice(H(l), H(l) + 1) || " ",
				() => $.mistake.text.slice(H(l) + 1)
			]), K(e, t);
		};
		J(n, (e) => {
			H(l) !== void 0 && $.mistake.text && e(r);
		});
		var i = R(n, 1, !0), a = R(i), o = (e) => {
			var t = Ar();
			z((e) => q(t, `; expected ${e ?? ""}`), [() => $.mistake.expected.join(" or ")]), K(e, t);
		};
		J(a, (e) => {
			$.mistake.expected?.length && e(o);
		});
		var s = R(a), c = (e) => {
			var t = $s(), n = R(I(t), 2);
			z(() => q(n, ` ${$.mistake.hint ?? ""}`)), K(e, t);
		};
		J(s, (e) => {
			$.mistake.hint && e(c);
		}), E(t), z(() => q(i, $.mistake.message)), K(e, t);
	};
	J(h, (e) => {
		$.mistake && e(g);
	}), E(m);
	var _ = R(m, 2), v = (e) => {
		var t = oc(), l = I(t), d = F(l);
		Js(F(d), () => H(a)), E(d), Hs(R(d, 2), { get text() {
			return H(i).text;
		} }), E(l);
		var f = R(l, 2), p = F(f), m = (e) => {
			var t = tc(), n = I(t);
			{
				let e = /* @__PURE__ */ j(() => H(i).text.slice(H(o).start, H(o).end));
				go(n, { get text() {
					return H(e);
				} });
			}
			var r = R(n);
			z(() => q(r, ` holds at ${H(o).count ?? ""}
        ${(H(o).after ? `of the ${H(o).left} ${H(s)} that are left after the announcement` : H(s)) ?? ""}`)), K(e, t);
		}, h = (e) => {
			var t = ic(), n = I(t), r = (e) => {
				var t = nc(), n = L(t);
				z(() => {
					ci(t, 1, `badge ${H(i).actual ? "good" : "bad"}`), q(n, `${H(i).actual ? "true" : "false"} at ${H(c) ?? ""}`);
				}), K(e, t);
			};
			J(n, (e) => {
				H(i).actual !== null && e(r);
			});
			var a = R(n, 2), l = (e) => {
				var t = rc(), n = L(t);
				z(() => q(n, `true at all ${H(s) ?? ""}`)), K(e, t);
			}, u = (e) => {
				var t = Ar();
				z(() => q(t, `true at ${H(o).count ?? ""} of ${H(i).of ?? ""} ${H(s) ?? ""}`)), K(e, t);
			};
			J(a, (e) => {
				H(i).valid ? e(l) : e(u, -1);
			}), K(e, t);
		};
		J(p, (e) => {
			$.part ? e(m) : e(h, -1);
		}), E(f);
		var g = R(f, 2), _ = F(g), v = L(_), y = R(_, 2), b = F(y), x = R(b, 2);
		Y(x, 20, () => n, (e) => e, (e, t) => {
			var n = ac(), r = L(n, !0), i = {};
			z(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(x), mi(x), E(y), E(g), z(() => q(v, `Why at ${$.hereText ?? ""}?`)), U("keydown", l, u), yr("mouseleave", l, () => $.part = 0), U("click", _, () => void $.why()), U("click", b, () => void $.prove(H(r))), hi(x, () => H(r), (e) => P(r, e)), K(e, t);
	};
	J(_, (e) => {
		H(i) && H(o) && e(v);
	});
	var y = R(_, 2), b = (e) => {
		qs(e, { get reasons() {
			return $.reasons;
		} });
	};
	J(y, (e) => {
		$.reasons && e(b);
	});
	var x = R(y, 2), S = (e) => {
		var t = lc(), n = F(t), r = F(n), i = L(r, !0), a = L(R(r, 2), !0);
		E(n);
		var o = R(n, 2), s = (e) => {
			var t = sc(), n = L(t, !0);
			z(() => q(n, $.proved.proof)), K(e, t);
		};
		J(o, (e) => {
			$.proved.proof && e(s);
		});
		var c = R(o, 2), l = (e) => {
			var t = sc(), n = L(t, !0);
			z(() => q(n, $.proved.why)), K(e, t);
		};
		J(c, (e) => {
			$.proved.why && e(l);
		});
		var u = R(c, 2), f = (e) => {
			var t = cc();
			U("click", t, d), K(e, t);
		};
		J(u, (e) => {
			$.proved.model && e(f);
		}), E(t), z(() => {
			ci(r, 1, `badge ${$.proved.valid ? "good" : "bad"}`), q(i, $.proved.valid ? "valid" : "not valid"), q(a, $.proved.says);
		}), K(e, t);
	};
	J(x, (e) => {
		$.proved && e(S);
	}), E(f), z(() => {
		Q(p, "aria-invalid", $.mistake !== null), Si(p, $.formula);
	}), U("input", p, (e) => void $.type(e.currentTarget.value)), K(e, f), k();
}
W([
	"mouseover",
	"input",
	"keydown",
	"click"
]);
// src/lib/context.ts
var pc = Symbol("session");
function mc(e) {
	return Je(pc, e);
}
function hc() {
	return qe(pc) ?? $;
}
// src/parts/Belief.svelte
var gc = /* @__PURE__ */ G("<div class=\"row svelte-1j252m1\"><label>rank here <input type=\"number\" min=\"0\" max=\"99\" class=\"svelte-1j252m1\"/></label></div>"), _c = /* @__PURE__ */ G("<label>weight here <input type=\"text\" inputmode=\"decimal\" class=\"svelte-1j252m1\"/></label>"), vc = /* @__PURE__ */ G("<div class=\"row svelte-1j252m1\"><!> <label>believes from <input type=\"text\" inputmode=\"decimal\" class=\"svelte-1j252m1\"/></label></div>"), yc = /* @__PURE__ */ G("<li class=\"small svelte-1j252m1\"><b class=\"svelte-1j252m1\"> </b> <select class=\"svelte-1j252m1\"><option>as knowledge</option><option>by ranks</option><option>by weights</option></select> <!></li>"), bc = /* @__PURE__ */ G("<p class=\"problem\" role=\"alert\"> </p>"), xc = /* @__PURE__ */ G("<details><summary class=\"small\">Belief: ranks or weights</summary> <ul class=\"svelte-1j252m1\"></ul> <p class=\"small pale\">A lower rank is more plausible. Weights are from 0 to 1; worlds of at least the second number are believed.</p> <!></details>"), Sc = {
	hash: "svelte-1j252m1",
	code: "ul.svelte-1j252m1 {margin:8px 0;padding:0;list-style:none;display:grid;gap:6px;}li.svelte-1j252m1 {display:grid;grid-template-columns:3em minmax(0, 1fr);align-items:center;gap:6px 8px;}b.svelte-1j252m1 {overflow-wrap:anywhere;}select.svelte-1j252m1 {justify-self:start;}.row.svelte-1j252m1 {grid-column:2;gap:6px 14px;}input.svelte-1j252m1 {display:inline-block;width:62px !important;min-height:32px;padding:2px 6px;border:1px solid #b9bfca;border-radius:8px;}select.svelte-1j252m1 {min-height:32px;padding:2px 6px;}"
};
function Cc(e, t) {
	O(t, !0), X(e, Sc);
	let n = hc(), r = /* @__PURE__ */ j(() => n.model), i = /* @__PURE__ */ j(() => fa(H(r))), a = /* @__PURE__ */ N(null);
	function o(e, n) {
		let i = Number(n.value);
		Number.isInteger(i) && i >= 0 && i <= 99 ? c(ka(H(r), e, t.world, i), `rank ${i} for ${e} at ${t.world}`) : l(n, `rank ${n.value}: expected a whole number from 0 to 99`);
	}
	function s(e, t, n) {
		let r = e.value.trim();
		Ma(r) ? c(t(r), `${n} ${r}`) : l(e, `${r || "nothing"}: expected a number from 0 to 1, such as 0.3 or 1/3`);
	}
	function c(e, t) {
		P(a, null), n.become(e, t);
	}
	function l(e, t) {
		P(a, t, !0), e.value = e.defaultValue;
	}
	var u = xc(), d = R(F(u), 2);
	Y(d, 20, () => H(i), (e) => e, (e, n) => {
		let i = /* @__PURE__ */ j(() => Da(H(r), n));
		var a = yc(), l = F(a), u = L(l, !0), d = R(l, 2), f = F(d);
		f.value = f.__value = "none";
		var p = R(f);
		p.value = p.__value = "ranks";
		var m = R(p);
		m.value = m.__value = "weights", E(d);
		var h;
		mi(d);
		var g = R(d, 2), _ = (e) => {
			var i = gc(), a = F(i), s = R(F(a));
			Z(s), E(a), E(i), z(() => Si(s, H(r).ranks[n][t.world] ?? 0)), U("change", s, (e) => o(n, e.currentTarget)), K(e, i);
		}, v = (e) => {
			var i = vc(), a = F(i), o = (e) => {
				var i = _c(), a = R(F(i));
				Z(a), E(i), z(() => Si(a, H(r).weights[n][t.world])), U("change", a, (e) => s(e.currentTarget, (e) => Aa(H(r), n, t.world, e), `weight for ${n} at ${t.world}:`)), K(e, i);
			};
			J(a, (e) => {
				H(r).weights[n][t.world] !== void 0 && e(o);
			});
			var c = R(a, 2), l = R(F(c));
			Z(l), E(c), E(i), z(() => Si(l, H(r).threshold?.[n] ?? 0)), U("change", l, (e) => s(e.currentTarget, (e) => ja(H(r), n, e), `threshold of ${n}:`)), K(e, i);
		};
		J(g, (e) => {
			H(i) === "ranks" ? e(_) : H(i) === "weights" && e(v, 1);
		}), E(a), z(() => {
			q(u, n), Q(d, "aria-label", `Belief of ${n ?? ""}`), h !== (h = H(i)) && (d.value = (d.__value = h) ?? "", pi(d, h));
		}), U("change", d, (e) => c(Oa(H(r), n, e.currentTarget.value), `${n}: ${e.currentTarget.selectedOptions[0].text}`)), K(e, a);
	}), E(d);
	var f = R(d, 4), p = (e) => {
		var t = bc(), n = L(t, !0);
		z(() => q(n, H(a))), K(e, t);
	};
	J(f, (e) => {
		H(a) && e(p);
	}), E(u), z((e) => u.open = e, [() => H(i).some((e) => Da(H(r), e) !== "none")]), K(e, u), k();
}
W(["change"]);
// src/parts/Inspector.svelte
var wc = /* @__PURE__ */ G("<button> </button>"), Tc = /* @__PURE__ */ G("<option> </option>"), Ec = /* @__PURE__ */ G("<!> <form class=\"row svelte-duhzvb\"><input type=\"text\" placeholder=\"new name\" aria-label=\"New name of the world\" class=\"svelte-duhzvb\"/> <button>Rename</button></form>", 1), Dc = /* @__PURE__ */ G("<div class=\"row\" role=\"group\"></div> <div class=\"row\"><button>Make actual</button> <button>Remove</button></div> <div class=\"row\"><select aria-label=\"Agent of the arrow\"></select> <span> </span> <select aria-label=\"World at the end of the arrow\"></select> <span> </span> <button> </button></div> <!>", 1), Oc = /* @__PURE__ */ G("<p class=\"small pale\">Select a world in the picture to change what is true there.</p>"), kc = /* @__PURE__ */ G("<form class=\"row svelte-duhzvb\"><input type=\"text\" placeholder=\"atom\" aria-label=\"Name of a new atom\" class=\"svelte-duhzvb\"/> <button>Add atom</button></form>"), Ac = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"world-title\"><h2 id=\"world-title\"> </h2> <!> <!></section>"), jc = {
	hash: "svelte-duhzvb",
	code: "form.svelte-duhzvb input:where(.svelte-duhzvb) {width:140px;}"
};
function Mc(e, t) {
	O(t, !0), X(e, jc);
	let n = Bi(t, "brief", 3, !1), r = hc(), i = /* @__PURE__ */ N(""), a = /* @__PURE__ */ N(""), o = /* @__PURE__ */ N(""), s = /* @__PURE__ */ N(""), c = /* @__PURE__ */ j(() => r.selected), l = /* @__PURE__ */ j(() => r.model), u = /* @__PURE__ */ j(() => pa(H(l))), d = /* @__PURE__ */ j(() => fa(H(l))), f = /* @__PURE__ */ j(() => H(d).includes(H(o)) ? H(o) : H(d)[0] ?? ""), p = /* @__PURE__ */ j(() => H(s) in H(l).worlds ? H(s) : Object.keys(H(l).worlds)[0] ?? ""), m = /* @__PURE__ */ j(() => ma(H(l).relations[H(f)]).some(([e, t]) => e === H(c) && t === H(p)));
	async function h(e) {
		e.preventDefault();
		let t = H(i).trim();
		if (!H(c) || !t || t in H(l).worlds) return;
		let n = r.placesNow();
		n?.[H(c)] && (n[t] = n[H(c)]), P(i, ""), r.selected = t, await r.become(ba(H(l), H(c), t), `${H(c)} is now ${t}`, n);
	}
	async function g(e) {
		e.preventDefault();
		let t = H(a).trim();
		t && (P(a, ""), await r.become(Sa(H(l), t), `new atom ${t}`));
	}
	async function _() {
		let e = r.picture?.frames[H(f)]?.system === "S5" && r.closed;
		await r.become(Ta(H(l), H(f), H(c), H(p), e), `${H(f)}: ${H(c)} – ${H(p)}`);
	}
	var v = Ac(), y = F(v), b = L(y, !0), x = R(y, 2), S = (e) => {
		var t = Dc(), a = I(t);
		Y(a, 20, () => H(u), (e) => e, (e, t) => {
			var n = wc(), i = L(n, !0);
			z((e) => {
				Q(n, "aria-pressed", e), q(i, t);
			}, [() => H(l).worlds[H(c)]?.includes(t) ?? !1]), U("click", n, () => r.become(xa(H(l), H(c), t), `${t} at ${H(c)}`)), K(e, n);
		}), E(a);
		var g = R(a, 2), v = F(g), y = R(v, 2);
		E(g);
		var b = R(g, 2), x = F(b);
		Y(x, 20, () => H(d), (e) => e, (e, t) => {
			var n = Tc(), r = L(n, !0), i = {};
			z(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(x), mi(x);
		var S = R(x, 2), ee = L(S), te = R(S, 2);
		Y(te, 20, () => Object.keys(H(l).worlds), (e) => e, (e, t) => {
			var n = Tc(), r = L(n, !0), i = {};
			z(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), E(te), mi(te);
		var ne = R(te, 2), re = L(ne), ie = R(ne, 2), ae = L(ie, !0);
		E(b);
		var oe = R(b, 2), se = (e) => {
			var t = Ec(), n = I(t);
			Cc(n, { get world() {
				return H(c);
			} });
			var r = R(n, 2), a = F(r);
			Z(a);
			var o = R(a, 2);
			E(r), z((e) => o.disabled = e, [() => !H(i).trim()]), yr("submit", r, h), Di(a, () => H(i), (e) => P(i, e)), K(e, t);
		};
		J(oe, (e) => {
			n() || e(se);
		}), z((e) => {
			Q(a, "aria-label", `Atoms true at ${H(c) ?? ""}`), v.disabled = H(l).actual === H(c), y.disabled = e, q(ee, `at ${H(c) ?? ""} considers`), q(re, `${H(m) ? "possible" : "impossible"}:`), ie.disabled = !H(f), q(ae, H(m) ? "Remove the arrow" : "Draw the arrow");
		}, [() => Object.keys(H(l).worlds).length < 2]), U("click", v, () => r.become({
			...H(l),
			actual: H(c)
		}, `actual world ${H(c)}`)), U("click", y, () => r.become(ya(H(l), H(c)), `without ${H(c)}`)), hi(x, () => H(f), (e) => P(o, e, !0)), hi(te, () => H(p), (e) => P(s, e, !0)), U("click", ie, _), K(e, t);
	}, ee = (e) => {
		K(e, Oc());
	};
	J(x, (e) => {
		H(c) ? e(S) : e(ee, -1);
	});
	var te = R(x, 2), ne = (e) => {
		var t = kc(), n = F(t);
		Z(n);
		var r = R(n, 2);
		E(t), z((e) => r.disabled = e, [() => !H(a).trim()]), yr("submit", t, g), Di(n, () => H(a), (e) => P(a, e)), K(e, t);
	};
	J(te, (e) => {
		n() || e(ne);
	}), E(v), z(() => q(b, H(c) ? `World ${H(c)}` : "Worlds")), K(e, v), k();
}
W(["click"]);
// src/lib/eye.ts
function Nc(e, t, n) {
	let r = /* @__PURE__ */ new Set([e]);
	for (let e of t) {
		let t = /* @__PURE__ */ new Set();
		for (let i of r) for (let r of n[e]?.[i] ?? []) t.add(r);
		r = t;
	}
	return r;
}
// src/lib/curves.ts
function Pc([e, t, n, r]) {
	return `M${e} C${t} ${n} ${r}`;
}
function Fc(e, t, n = 3.2) {
	let [r, , , i] = e, a = Math.hypot(i[0] - r[0], i[1] - r[1]) || 1, o = [-(i[1] - r[1]) / a, (i[0] - r[0]) / a];
	return Array.from({ length: t }, (r, i) => {
		let a = (i - (t - 1) / 2) * n;
		return e.map(([e, t]) => [e + a * o[0], t + a * o[1]]);
	});
}
function Ic([e, t, n, r], i = 8) {
	let a = [
		n,
		t,
		e
	].find((e) => Math.hypot(r[0] - e[0], r[1] - e[1]) > .5) ?? e, o = Math.hypot(r[0] - a[0], r[1] - a[1]) || 1, [s, c] = [(r[0] - a[0]) / o, (r[1] - a[1]) / o], l = [r[0] - i * s, r[1] - i * c], u = i * .38;
	return `${r} ${l[0] - u * c},${l[1] + u * s} ${l[0] + u * c},${l[1] - u * s}`;
}
function Lc([e, t, n, r]) {
	return [
		r,
		n,
		t,
		e
	];
}
function Rc(e, t) {
	let [n, r] = [zc(e, t), zc(t, e)], i = (e) => [n[0] + e * (r[0] - n[0]), n[1] + e * (r[1] - n[1])];
	return [
		n,
		i(1 / 3),
		i(2 / 3),
		r
	];
}
function zc(e, t) {
	let [n, r] = [t.x - e.x, t.y - e.y], i = Math.hypot(n, r) || 1, a = Math.min(e.width / 2 / Math.abs(n) * i, e.height / 2 / Math.abs(r) * i, Math.max(e.width, e.height) / 2 * 1.2);
	return [e.x + n / i * a, e.y + r / i * a];
}
// src/parts/Look.svelte
var Bc = /* @__PURE__ */ G("<option> </option>"), Vc = /* @__PURE__ */ G("<div class=\"list svelte-1v3k5t7\" role=\"group\" aria-label=\"Look of the picture\"><label>Layout <select></select></label> <label><input type=\"checkbox\"/> Short names</label> <label><input type=\"checkbox\"/> Legend</label></div>"), Hc = /* @__PURE__ */ G("<div class=\"menu svelte-1v3k5t7\"><button>Look</button> <!></div>"), Uc = {
	hash: "svelte-1v3k5t7",
	code: ".menu.svelte-1v3k5t7 {position:relative;margin-left:auto;}.list.svelte-1v3k5t7 {position:absolute;right:0;z-index:3;display:grid;gap:8px;margin-top:4px;padding:12px;border:1px solid var(--line);border-radius:10px;background:var(--paper);box-shadow:0 10px 30px rgb(0 0 0 / 15%);white-space:nowrap;}"
};
function Wc(e, t) {
	O(t, !0), X(e, Uc);
	let n = hc(), r = /* @__PURE__ */ N(!1), i;
	function a(e) {
		n.see({
			...n.look,
			...e
		});
	}
	var o = Hc();
	yr("click", en, (e) => P(r, H(r) && e.composedPath().includes(i), !0)), yr("keydown", en, (e) => P(r, H(r) && e.key !== "Escape", !0));
	var s = F(o), c = R(s, 2), l = (e) => {
		var t = Vc(), r = F(t), i = R(F(r));
		Y(i, 21, () => ra, ([e, t]) => t, (e, t) => {
			var n = /* @__PURE__ */ j(() => m(H(t), 2));
			let r = () => H(n)[0], i = () => H(n)[1];
			var a = Bc(), o = L(a, !0), s = {};
			z(() => {
				q(o, i()), s !== (s = r()) && (a.value = (a.__value = s) ?? "");
			}), K(e, a);
		}), E(i);
		var o;
		mi(i), E(r);
		var s = R(r, 2), c = F(s);
		Z(c), Ee(), E(s);
		var l = R(s, 2), u = F(l);
		Z(u), Ee(), E(l), E(t), z(() => {
			o !== (o = n.look.layout) && (i.value = (i.__value = o) ?? "", pi(i, o)), Ci(c, n.look.compact), Ci(u, n.look.legend);
		}), U("change", i, (e) => a({ layout: ra[e.currentTarget.selectedIndex][0] })), U("change", c, () => a({ compact: !n.look.compact })), U("change", u, () => a({ legend: !n.look.legend })), K(e, t);
	};
	J(c, (e) => {
		H(r) && e(l);
	}), E(o), Li(o, (e) => i = e, () => i), z(() => Q(s, "aria-expanded", H(r))), U("click", s, () => P(r, !H(r))), K(e, o), k();
}
W(["click", "change"]);
// src/parts/Picture.svelte
var Gc = /* @__PURE__ */ G("<button class=\"svelte-baybvi\"><svg width=\"18\" height=\"10\" aria-hidden=\"true\" class=\"svelte-baybvi\"><line x1=\"0\" y1=\"5\" x2=\"18\" y2=\"5\" stroke-width=\"2.5\"></line></svg> </button>"), Kc = /* @__PURE__ */ G("<div class=\"tools svelte-baybvi\" role=\"toolbar\" aria-label=\"Edit the picture\"><button title=\"Escape\" class=\"svelte-baybvi\">Move</button> <button title=\"n, then click where it goes\" class=\"svelte-baybvi\">New world</button> <!> <!></div>"), qc = /* @__PURE__ */ G("<button> </button>"), Jc = /* @__PURE__ */ G("<div class=\"notice svelte-baybvi\"><div class=\"problem\" role=\"alert\"> </div> <div class=\"row\"><button>Merge bisimilar worlds</button> <button>Keep only reachable worlds</button> <!></div></div>"), Yc = /* @__PURE__ */ Or("<polygon></polygon>"), Xc = /* @__PURE__ */ Or("<path fill=\"none\"></path><!><!>", 1), Zc = /* @__PURE__ */ Or("<tspan> </tspan>"), Qc = /* @__PURE__ */ Or("<text class=\"agents svelte-baybvi\"></text>"), $c = /* @__PURE__ */ Or("<g><!><!></g>"), el = /* @__PURE__ */ Or("<rect class=\"hub svelte-baybvi\" rx=\"9\"></rect><text class=\"agents svelte-baybvi\"></text>", 1), tl = /* @__PURE__ */ Or("<rect class=\"ring svelte-baybvi\"></rect>"), nl = /* @__PURE__ */ Or("<text> </text>"), rl = /* @__PURE__ */ Or("<g><!><rect class=\"body svelte-baybvi\"></rect><!><title> </title></g>"), il = /* @__PURE__ */ Or("<line class=\"draft svelte-baybvi\"></line>"), al = /* @__PURE__ */ G("Filled: <!> holds.", 1), ol = /* @__PURE__ */ G("<p class=\"legend small pale svelte-baybvi\">Double ring: the actual world. <!> <!> <!></p>"), sl = /* @__PURE__ */ G("<div><!> <!> <svg role=\"group\"><g class=\"links svelte-baybvi\" aria-hidden=\"true\"><!><!></g><!><!></svg> <!></div>"), cl = {
	hash: "svelte-baybvi",
	code: ".frame.svelte-baybvi {position:relative;display:grid;grid-template-rows:auto minmax(0, 1fr) auto;min-height:0;background:var(--paper);}.plain.svelte-baybvi {grid-template-rows:minmax(0, 1fr);overflow-x:auto;}.plain.svelte-baybvi svg:where(.svelte-baybvi) {max-height:320px;touch-action:auto;}.plain.svelte-baybvi .world:where(.svelte-baybvi) {cursor:default;}.plain.svelte-baybvi .world[role=\"button\"]:where(.svelte-baybvi) {cursor:pointer;}.tools.svelte-baybvi {display:flex;flex-wrap:wrap;gap:6px;padding:10px 16px 0;}.tools.svelte-baybvi button:where(.svelte-baybvi) {display:inline-flex;align-items:center;gap:7px;}svg.svelte-baybvi {width:100%;height:100%;min-height:0;touch-action:none;user-select:none;}.tools.svelte-baybvi svg:where(.svelte-baybvi) {width:18px;height:10px;}svg.drawing.svelte-baybvi {cursor:crosshair;}.notice.svelte-baybvi {position:absolute;inset:60px 24px auto;display:grid;gap:10px;max-width:640px;}.world.svelte-baybvi {cursor:pointer;transition:transform 0.35s ease,\n      opacity 0.25s;}.world.still.svelte-baybvi {transition:none;}.world.svelte-baybvi:focus-visible {outline:none;}.world.svelte-baybvi:focus-visible .body:where(.svelte-baybvi) {stroke:#2f7de1;stroke-width:4;}.body.svelte-baybvi {fill:#fff;stroke:var(--ink);stroke-width:1.4;transition:fill 0.15s;}.ring.svelte-baybvi {fill:none;stroke:var(--ink);stroke-width:1.2;}.filled.svelte-baybvi .body:where(.svelte-baybvi) {fill:var(--true);}.selected.svelte-baybvi .body:where(.svelte-baybvi) {stroke:var(--accent);stroke-width:3;}.lit.svelte-baybvi .body:where(.svelte-baybvi) {stroke:var(--bad);stroke-width:3.5;}.faded.svelte-baybvi {opacity:0.16;}.links.svelte-baybvi g:where(.svelte-baybvi) {transition:opacity 0.25s;}text.svelte-baybvi {font:12px var(--sans);fill:var(--ink);text-anchor:middle;dominant-baseline:central;pointer-events:none;}text.name.svelte-baybvi {font-weight:600;font-size:13px;}text.remark.svelte-baybvi {fill:var(--pale);font-size:11px;}text.agents.svelte-baybvi {font-weight:600;paint-order:stroke;stroke:#fff;stroke-width:4;}.hub.svelte-baybvi {fill:#fff;stroke:#b9bfca;}.draft.svelte-baybvi {stroke-width:2.5;stroke-dasharray:4 4;}.legend.svelte-baybvi {padding:0 16px 8px;}"
};
function ll(e, t) {
	O(t, !0), X(e, cl);
	let n = Bi(t, "plain", 3, !1), r = Bi(t, "picks", 3, null), i = hc(), a, o, s = /* @__PURE__ */ N(560), c = /* @__PURE__ */ N("move"), l = /* @__PURE__ */ N(null), u = /* @__PURE__ */ N(null), d = /* @__PURE__ */ j(() => i.picture), f = /* @__PURE__ */ j(() => fa(i.model)), p = /* @__PURE__ */ j(() => H(c).startsWith("arrow:") ? H(c).slice(6) : null), m = /* @__PURE__ */ j(() => (H(d)?.worlds ?? []).map((e) => H(l)?.name === e.name ? {
		...e,
		x: H(l).x,
		y: H(l).y
	} : {
		...e,
		y: -e.y
	})), h = /* @__PURE__ */ j(() => (H(d)?.hubs ?? []).map((e) => ({
		...e,
		y: -e.y
	}))), g = /* @__PURE__ */ j(() => (H(d)?.links ?? []).map((e) => ({
		link: e,
		curve: S(e)
	}))), _ = /* @__PURE__ */ j(() => new Set(r() ?? t.filled ? (r() ?? t.filled).map((e) => H(m).findIndex((t) => t.name === e)) : i.checked?.rows[i.part]?.worlds ?? [])), v = /* @__PURE__ */ j(() => H(d)?.worlds.findIndex((e) => e.name === i.here) ?? -1), y = /* @__PURE__ */ j(() => i.eye.length && H(d) && H(v) >= 0 ? Nc(H(v), i.eye, H(d).sees) : null), b = /* @__PURE__ */ j(() => ee(H(d)?.worlds ?? [])), x = /* @__PURE__ */ j(() => n() ? .55 * Number(H(b).split(" ")[2]) : 0);
	function S(e) {
		let t = ([e, t]) => [e, -t];
		if (!(H(l) && [e.source, e.target].some((e) => H(d)?.worlds[e]?.name === H(l).name))) return e.curve.map(t);
		let n = [e.source, e.target].map((e) => H(m)[e] ?? H(h)[e - H(m).length]);
		if (e.kind !== "loop") return Rc(...n);
		let r = H(d).worlds[e.source];
		return e.curve.map(([e, t]) => [e - r.x + H(l).x, -t + r.y + H(l).y]);
	}
	function ee(e) {
		let t = [...e, ...H(d)?.hubs ?? []], r = (H(d)?.links ?? []).flatMap((e) => e.curve), i = [...t.flatMap((e) => [e.x - e.width / 2, e.x + e.width / 2]), ...r.map(([e]) => e)], a = [...t.flatMap((e) => [-e.y - e.height / 2, -e.y + e.height / 2]), ...r.map(([, e]) => -e)];
		if (!i.length) return "0 0 560 400";
		let [o, c] = [Math.min(...i) - 30, Math.min(...a) - 30], [l, u] = [Math.max(...i) + 30 - o, Math.max(...a) + 30 - c], [f, p] = n() ? [Math.min(400, H(s)), 120] : [Math.min(560, H(s)), Math.min(400, H(s))], [m, h] = [Math.max(l, f), Math.max(u, p)];
		return `${o - (m - l) / 2} ${c - (h - u) / 2} ${m} ${h}`;
	}
	function te(e) {
		let t = new DOMPoint(e.clientX, e.clientY).matrixTransform(o.getScreenCTM().inverse());
		return [t.x, t.y];
	}
	function ne([e, t]) {
		return H(m).find((n) => Math.abs(n.x - e) <= n.width / 2 + 6 && Math.abs(n.y - t) <= n.height / 2 + 6);
	}
	function re(e) {
		if (e.button !== 0) return;
		let t = te(e), n = ne(t);
		n ? (o.setPointerCapture(e.pointerId), H(p) ? P(u, {
			from: n.name,
			x: t[0],
			y: t[1]
		}) : P(l, {
			name: n.name,
			x: n.x,
			y: n.y,
			moved: !1
		})) : H(c) === "world" ? se(t) : i.selected = null;
	}
	function ie(e) {
		let [t, n] = te(e);
		H(u) && P(u, {
			...H(u),
			x: t,
			y: n
		}), H(l) && (H(l).moved || Math.hypot(t - H(l).x, n - H(l).y) > 4) && P(l, {
			...H(l),
			x: t,
			y: n,
			moved: !0
		});
	}
	async function ae(e) {
		if (H(u)) {
			let t = ne(te(e)), n = H(u).from;
			P(u, null), t && H(p) && await oe(n, t.name);
			return;
		}
		if (!H(l)) return;
		let { name: t, x: n, y: r, moved: a } = H(l);
		if (!a) {
			P(l, null), ce(t);
			return;
		}
		let o = {
			...i.placesNow() ?? {},
			[t]: [n, -r]
		};
		await i.place(o), P(l, null);
	}
	async function oe(e, t) {
		let n = H(d)?.frames[H(p)]?.system === "S5" && i.closed, r = Ta(i.model, H(p), e, t, n);
		await i.become(r, `${H(p)}: ${e} – ${t}`);
	}
	async function se([e, t]) {
		let n = _a(i.model), r = {
			...i.placesNow() ?? {},
			[n]: [e, -t]
		};
		await i.become(va(i.model, n), `new world ${n}`, r), i.selected = n, P(c, "move");
	}
	function ce(e) {
		t.pick ? t.pick(e) : n() || (i.selected = i.selected === e ? null : e);
	}
	function le(e, t) {
		(e.key === "Enter" || e.key === " ") && (e.preventDefault(), ce(t));
	}
	function ue(e) {
		if (e.target instanceof HTMLElement && e.target.matches("input, textarea, select") || n() || e.ctrlKey || e.metaKey || e.altKey || i !== $ && !a.contains(document.activeElement)) return;
		let t = Number(e.key);
		e.key === "Escape" ? P(c, "move") : e.key === "n" ? P(c, "world") : t >= 1 && t <= H(f).length && P(c, `arrow:${H(f)[t - 1]}`);
	}
	function de(e, n) {
		let a = i.model.actual === e.name ? ", the actual world" : "", o = i.checked || r() || t.filled ? `, ${r() ?? t.filled ? H(_).has(n) ? "marked" : "not marked" : `the formula is ${H(_).has(n) ? "true" : "false"}`}` : "";
		return `World ${e.name}${a}: ${e.atoms.join(", ")}${o}`;
	}
	let fe = {
		solid: void 0,
		dashed: "7 4",
		dotted: "1.5 3.5"
	};
	var pe = sl();
	yr("keydown", en, ue);
	let me;
	var he = F(pe), ge = (e) => {
		var t = Kc(), n = F(t), r = R(n, 2), i = R(r, 2);
		Y(i, 18, () => H(f), (e) => e, (e, t, n) => {
			var r = Gc(), i = F(r), a = L(i), o = R(i);
			E(r), z(() => {
				Q(r, "aria-pressed", H(p) === t), Q(r, "title", `${H(n) + 1}, then drag from world to world`), Q(a, "stroke", H(d)?.strokes[t]?.colour), Q(a, "stroke-dasharray", fe[H(d)?.strokes[t]?.style ?? "solid"]), q(o, ` ${t ?? ""}`);
			}), U("click", r, () => P(c, `arrow:${t}`)), K(e, r);
		}), Wc(R(i, 2), {}), E(t), z(() => {
			Q(n, "aria-pressed", H(c) === "move"), Q(r, "aria-pressed", H(c) === "world");
		}), U("click", n, () => P(c, "move")), U("click", r, () => P(c, "world")), K(e, t);
	};
	J(he, (e) => {
		n() || e(ge);
	});
	var _e = R(he, 2), C = (e) => {
		var t = Jc(), n = F(t), r = L(n, !0), a = R(n, 2), o = F(a), s = R(o, 2);
		Y(R(s, 2), 16, () => [1, 2], (e) => e, (e, t) => {
			var n = qc(), r = L(n);
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
	J(_e, (e) => {
		i.drawing && e(C);
	});
	var ve = R(_e, 2);
	let ye, be;
	var xe = F(ve), Se = F(xe);
	Y(Se, 19, () => H(g), ({ link: e, curve: t }, n) => `${e.source} ${e.target} ${e.kind} ${e.agents} ${n}`, (e, t) => {
		let n = () => H(t).link, r = () => H(t).curve, i = /* @__PURE__ */ j(() => H(y) !== null && !(H(y).has(n().source) && (H(y).has(n().target) || n().target >= H(m).length)));
		var a = $c();
		let o;
		var s = F(a);
		Y(s, 17, () => Fc(r(), n().agents.length), Wr, (e, t, r) => {
			let i = /* @__PURE__ */ j(() => H(d).strokes[n().agents[r]]);
			var a = Xc(), o = I(a), s = R(o), c = (e) => {
				var n = Yc();
				z((e) => {
					Q(n, "points", e), Q(n, "fill", H(i).colour);
				}, [() => Ic(H(t))]), K(e, n);
			};
			J(s, (e) => {
				n().kind !== "line" && e(c);
			});
			var l = R(s), u = (e) => {
				var n = Yc();
				z((e) => {
					Q(n, "points", e), Q(n, "fill", H(i).colour);
				}, [() => Ic(Lc(H(t)))]), K(e, n);
			};
			J(l, (e) => {
				n().kind === "both" && e(u);
			}), z((e) => {
				Q(o, "d", e), Q(o, "stroke", H(i).colour), Q(o, "stroke-width", H(i).width), Q(o, "stroke-dasharray", fe[H(i).style]);
			}, [() => Pc(H(t))]), K(e, a);
		});
		var c = R(s), u = (e) => {
			var t = Qc();
			Y(t, 22, () => n().agents, (e) => e, (e, t, r) => {
				var i = Zc(), a = L(i);
				z(() => {
					Q(i, "fill", H(d).strokes[t].colour), q(a, `${t ?? ""}${H(r) < n().agents.length - 1 ? ", " : ""}`);
				}), K(e, i);
			}), E(t), z(() => {
				Q(t, "x", n().label[0]), Q(t, "y", -n().label[1]);
			}), K(e, t);
		}, f = /* @__PURE__ */ j(() => n().label && !(H(l) && [n().source, n().target].some((e) => H(m)[e]?.name === H(l)?.name)));
		J(c, (e) => {
			H(f) && e(u);
		}), E(a), z(() => o = ci(a, 0, "svelte-baybvi", null, o, { faded: H(i) })), K(e, a);
	}), Y(R(Se), 17, () => H(h), Wr, (e, t) => {
		var n = el(), r = I(n), i = R(r);
		Y(i, 22, () => H(t).agents, (e) => e, (e, n, r) => {
			var i = Zc(), a = L(i);
			z(() => {
				Q(i, "fill", H(d).strokes[n].colour), q(a, `${n ?? ""}${H(r) < H(t).agents.length - 1 ? ", " : ""}`);
			}), K(e, i);
		}), E(i), z(() => {
			Q(r, "x", H(t).x - H(t).width / 2), Q(r, "y", H(t).y - H(t).height / 2), Q(r, "width", H(t).width), Q(r, "height", H(t).height), Q(i, "x", H(t).x), Q(i, "y", H(t).y);
		}), K(e, n);
	}), E(xe);
	var w = R(xe);
	Y(w, 19, () => H(m), (e) => e.name, (e, a, o) => {
		let s = /* @__PURE__ */ j(() => [
			...H(a).title,
			...H(a).atoms,
			...H(a).remarks
		]);
		var c = rl();
		let u;
		var d = F(c), f = (e) => {
			var t = tl();
			z(() => {
				Q(t, "x", -H(a).width / 2 - 4), Q(t, "y", -H(a).height / 2 - 4), Q(t, "width", H(a).width + 8), Q(t, "height", H(a).height + 8), Q(t, "rx", H(a).radius + 4);
			}), K(e, t);
		};
		J(d, (e) => {
			i.model.actual === H(a).name && e(f);
		});
		var p = R(d), m = R(p);
		Y(m, 17, () => H(s), Wr, (e, t, n) => {
			var r = nl();
			let i;
			var o = L(r, !0);
			z(() => {
				Q(r, "y", (n - (H(s).length - 1) / 2) * 15), i = ci(r, 0, "svelte-baybvi", null, i, {
					name: n < H(a).title.length,
					remark: n >= H(a).title.length + H(a).atoms.length
				}), q(o, H(t));
			}), K(e, r);
		});
		var h = L(R(m), !0);
		E(c), z((e, r, i, o, s, d) => {
			u = ci(c, 0, "world svelte-baybvi", null, u, {
				filled: e,
				faded: r,
				lit: i,
				selected: o,
				still: H(l)?.name === H(a).name
			}), Q(c, "transform", `translate(${H(a).x ?? ""} ${H(a).y ?? ""})`), Q(c, "role", n() && !t.pick ? "img" : "button"), Q(c, "tabindex", n() && !t.pick ? void 0 : 0), Q(c, "aria-label", s), Q(c, "aria-pressed", d), Q(p, "x", -H(a).width / 2), Q(p, "y", -H(a).height / 2), Q(p, "width", H(a).width), Q(p, "height", H(a).height), Q(p, "rx", H(a).radius), q(h, H(a).said);
		}, [
			() => H(_).has(H(o)),
			() => H(y) !== null && !H(y).has(H(o)) && H(o) !== H(v),
			() => i.lit.includes(H(a).name),
			() => r() ? r().includes(H(a).name) : i.selected === H(a).name,
			() => de(H(a), H(o)),
			() => r() ? r().includes(H(a).name) : n() ? void 0 : i.selected === H(a).name
		]), U("keydown", c, (e) => le(e, H(a).name)), K(e, c);
	});
	var Ce = R(w), T = (e) => {
		let t = /* @__PURE__ */ j(() => H(m).find((e) => e.name === H(u).from));
		var n = jr(), r = I(n), i = (e) => {
			var n = il();
			z(() => {
				Q(n, "x1", H(t).x), Q(n, "y1", H(t).y), Q(n, "x2", H(u).x), Q(n, "y2", H(u).y), Q(n, "stroke", H(d)?.strokes[H(p)]?.colour);
			}), K(e, n);
		};
		J(r, (e) => {
			H(t) && e(i);
		}), K(e, n);
	};
	J(Ce, (e) => {
		H(u) && e(T);
	}), E(ve), Li(ve, (e) => o = e, () => o);
	var we = R(ve, 2), Te = (e) => {
		var t = ol(), n = R(F(t)), r = (e) => {
			var t = al(), n = R(I(t));
			{
				let e = /* @__PURE__ */ j(() => i.checked.text.slice(i.checked.rows[i.part]?.start, i.checked.rows[i.part]?.end));
				go(n, { get text() {
					return H(e);
				} });
			}
			Ee(), K(e, t);
		};
		J(n, (e) => {
			i.checked && e(r);
		});
		var a = R(n, 2);
		Y(a, 16, () => H(d)?.notes ?? [], (e) => e, (e, t) => {
			Ee();
			var n = Ar();
			z((e, t) => q(n, `${e ?? ""}${t ?? ""}.`), [() => t[0].toUpperCase(), () => t.slice(1)]), K(e, n);
		});
		var o = R(a, 2), s = (e) => {
			var t = Ar();
			z(() => q(t, `Dimmed: not seen from ${i.hereText ?? ""}.`)), K(e, t);
		};
		J(o, (e) => {
			i.eye.length && e(s);
		}), E(t), K(e, t);
	};
	J(we, (e) => {
		!n() && i.look.legend && e(Te);
	}), E(pe), Li(pe, (e) => a = e, () => a), z(() => {
		me = ci(pe, 1, "frame svelte-baybvi", null, me, { plain: n() }), Q(pe, "tabindex", H(x) > H(s) ? 0 : void 0), Q(pe, "role", H(x) > H(s) ? "group" : void 0), Q(pe, "aria-label", H(x) > H(s) ? "A wide picture, to be scrolled" : void 0), Q(ve, "viewBox", H(b)), Q(ve, "aria-label", `Picture of the model: ${H(m).length ?? ""} worlds`), ye = ci(ve, 0, "svelte-baybvi", null, ye, { drawing: H(p) || H(c) === "world" }), be = ui(ve, "", be, { "min-width": H(x) ? `${H(x)}px` : void 0 });
	}), U("pointerdown", ve, re), U("pointermove", ve, ie), U("pointerup", ve, ae), Fi(pe, "clientWidth", (e) => P(s, e)), K(e, pe), k();
}
W([
	"click",
	"pointerdown",
	"pointermove",
	"pointerup",
	"keydown"
]);
// src/parts/States.svelte
var ul = /* @__PURE__ */ G("<tr><th scope=\"row\" class=\"svelte-1binrh6\"> </th><td class=\"svelte-1binrh6\"> </td></tr>"), dl = /* @__PURE__ */ G("<h3 class=\"svelte-1binrh6\"> </h3> <p class=\"small\"> </p>", 1), fl = /* @__PURE__ */ G("<li class=\"svelte-1binrh6\"><span class=\"small\"> </span> <button class=\"small svelte-1binrh6\">Look around it</button></li>"), pl = /* @__PURE__ */ G("<table class=\"svelte-1binrh6\"><tbody></tbody></table> <!> <h3 class=\"svelte-1binrh6\">States drawn by chance</h3> <ul class=\"svelte-1binrh6\"></ul> <div class=\"row\"><button>Other states</button></div>", 1), ml = /* @__PURE__ */ G("<p class=\"pale\" role=\"status\">The model is being read …</p>"), hl = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"states-title\"><h2 id=\"states-title\">States</h2> <p class=\"small pale\">This model has too many states to list. It is evaluated by decision diagrams.</p> <!></section>"), gl = {
	hash: "svelte-1binrh6",
	code: "table.svelte-1binrh6 {border-collapse:collapse;font-size:13px;}th.svelte-1binrh6,\n  td.svelte-1binrh6 {padding:4px 10px 4px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere;}th.svelte-1binrh6 {width:7em;font-weight:600;}h3.svelte-1binrh6 {margin:0;font-size:14px;}ul.svelte-1binrh6 {display:grid;gap:8px;margin:0;padding:0;list-style:none;}li.svelte-1binrh6 {display:flex;align-items:center;justify-content:space-between;gap:8px;overflow-wrap:anywhere;}li.svelte-1binrh6 button:where(.svelte-1binrh6) {flex:none;}"
};
function _l(e, t) {
	O(t, !0), X(e, gl);
	let n = /* @__PURE__ */ j(() => $.overview);
	function r(e) {
		let t = e.length > 12 ? `, and ${e.length - 12} more` : "";
		return e.length ? e.slice(0, 12).join(", ") + t : "no atom is true";
	}
	var i = hl(), a = R(F(i), 4), o = (e) => {
		var t = pl(), i = I(t), a = F(i);
		Y(a, 21, () => H(n).facts, Wr, (e, t) => {
			var n = /* @__PURE__ */ j(() => m(H(t), 2));
			let r = () => H(n)[0], i = () => H(n)[1];
			var a = ul(), o = F(a), s = L(o, !0), c = L(R(o), !0);
			E(a), z(() => {
				q(s, r()), q(c, i());
			}), K(e, a);
		}), E(a), E(i);
		var o = R(i, 2), s = (e) => {
			var t = dl(), i = I(t), a = L(i), o = L(R(i, 2), !0);
			z((e) => {
				q(a, `True at ${$.hereText ?? ""}`), q(o, e);
			}, [() => r(H(n).around.at)]), K(e, t);
		};
		J(o, (e) => {
			H(n).around && e(s);
		});
		var c = R(o, 4);
		Y(c, 21, () => H(n).samples, Wr, (e, t, n) => {
			var i = fl(), a = F(i), o = L(a, !0), s = R(a, 2);
			Q(s, "aria-label", `Look around state ${n + 1}`), E(i), z((e) => q(o, e), [() => r(H(t))]), U("click", s, () => $.visit(H(t))), K(e, i);
		}), E(c), U("click", L(R(c, 2)), () => $.visit($.state, !0)), K(e, t);
	}, s = (e) => {
		K(e, ml());
	};
	J(a, (e) => {
		H(n) ? e(o) : e(s, -1);
	}), E(i), K(e, i), k();
}
W(["click"]);
// src/parts/StoryOptions.svelte
var vl = /* @__PURE__ */ G("<option> </option>"), yl = /* @__PURE__ */ G("models <select></select>", 1), bl = /* @__PURE__ */ G(" <input type=\"text\" placeholder=\"usual\" spellcheck=\"false\" autocomplete=\"off\" class=\"svelte-81jmy9\"/>", 1), xl = /* @__PURE__ */ G("<label class=\"small svelte-81jmy9\"><!></label>"), Sl = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), Cl = /* @__PURE__ */ G("<details><summary class=\"small\">Options</summary> <form class=\"svelte-81jmy9\"><!> <button>Tell it with these</button></form> <!></details>"), wl = {
	hash: "svelte-81jmy9",
	code: "form.svelte-81jmy9 {display:flex;flex-wrap:wrap;align-items:end;gap:8px;padding:8px 0;}label.svelte-81jmy9 {display:grid;gap:2px;}input.svelte-81jmy9 {max-width:120px;}"
};
function Tl(e, t) {
	O(t, !0), X(e, wl);
	let n = {
		auto: "as they fit",
		explicit: "listed worlds",
		symbolic: "decision diagrams"
	}, r = Zt({
		...t.story.options,
		...t.story.given
	}), i = /* @__PURE__ */ N(null);
	async function a(e) {
		e.preventDefault(), P(i, null);
		let n = Object.fromEntries(Object.entries(r).filter(([e, n]) => n !== t.story.options[e]));
		try {
			await $.begin(await Wa(t.story.name, n));
		} catch (e) {
			P(i, na(e));
		}
	}
	var o = Cl(), s = R(F(o), 2);
	Y(F(s), 16, () => Object.keys(t.story.options), (e) => e, (e, t) => {
		var i = xl(), a = F(i), o = (e) => {
			var i = yl(), a = R(I(i));
			Y(a, 21, () => Object.entries(n), ([e, t]) => e, (e, t) => {
				var n = /* @__PURE__ */ j(() => m(H(t), 2));
				let r = () => H(n)[0], i = () => H(n)[1];
				var a = vl(), o = L(a, !0), s = {};
				z(() => {
					q(o, i()), s !== (s = r()) && (a.value = (a.__value = s) ?? "");
				}), K(e, a);
			}), E(a), mi(a), hi(a, () => r[t], (e) => r[t] = e), K(e, i);
		}, s = (e) => {
			var n = bl(), i = I(n), a = R(i);
			Z(a), z((e) => q(i, `${e ?? ""} `), [() => t.replaceAll("_", " ")]), Di(a, () => r[t], (e) => r[t] = e), K(e, n);
		};
		J(a, (e) => {
			t === "engine" ? e(o) : e(s, -1);
		}), E(i), K(e, i);
	}), Ee(2), E(s);
	var c = R(s, 2), l = (e) => {
		var t = Sl(), n = L(t, !0);
		z(() => q(n, H(i).message)), K(e, t);
	};
	J(c, (e) => {
		H(i) && e(l);
	}), E(o), z((e) => o.open = e, [() => Object.keys(t.story.given).length > 0]), yr("submit", s, a), K(e, o), k();
}
// src/parts/StoryCard.svelte
var El = /* @__PURE__ */ G("<span class=\"said svelte-198vmsd\"><!></span>"), Dl = /* @__PURE__ */ G("<li><button class=\"quiet svelte-198vmsd\"> <span class=\"pale\"> </span> <!></button></li>"), Ol = /* @__PURE__ */ G("<p><b>Answer:</b> </p>"), kl = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"story-title\"><h2 id=\"story-title\"> </h2> <details><summary class=\"small\">The puzzle</summary> <p class=\"small\"> </p> <p class=\"small pale\"> </p></details> <!> <ol class=\"svelte-198vmsd\"></ol> <div class=\"row\"><button>Back</button> <button class=\"primary\">Next step</button></div> <!></section>"), Al = {
	hash: "svelte-198vmsd",
	code: "ol.svelte-198vmsd {max-height:264px;margin:0;padding-left:22px;overflow:auto;}button.quiet.svelte-198vmsd {width:100%;vertical-align:top;text-align:left;font-size:14px;}.said.svelte-198vmsd {display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;line-clamp:2;color:var(--accent);overflow:hidden;overflow-wrap:anywhere;}[aria-current].svelte-198vmsd {background:var(--accent-soft);}"
};
function jl(e, t) {
	O(t, !0), X(e, Al);
	let n = /* @__PURE__ */ N(Zt(Ka(t.story)));
	async function r(e) {
		P(n, e, !0);
		let { sentence: r, formula: i, kind: a } = t.story.steps[e];
		i && a === "holds" && await $.type(i);
		try {
			let n = await Ga(t.story, e);
			n && JSON.stringify(n) !== JSON.stringify($.file) && await $.become(n, r);
		} catch (e) {
			$.refused = na(e) ?? $.refused;
		}
	}
	var i = kl(), a = F(i), o = L(a, !0), s = R(a, 2), c = R(F(s), 2), l = L(c, !0), u = L(R(c, 2));
	E(s);
	var d = R(s, 2), f = (e) => {
		Tl(e, { get story() {
			return t.story;
		} });
	}, p = /* @__PURE__ */ j(() => Object.keys(t.story.options).length);
	J(d, (e) => {
		H(p) && e(f);
	});
	var m = R(d, 2);
	Y(m, 21, () => t.story.steps, Wr, (e, t, i) => {
		var a = Dl(), o = F(a), s = F(o), c = R(s), l = L(c, !0), u = R(c, 2), d = (e) => {
			var n = El();
			go(F(n), { get text() {
				return H(t).formula;
			} }), E(n), K(e, n);
		};
		J(u, (e) => {
			H(t).formula && e(d);
		}), E(o), E(a), z(() => {
			Q(o, "aria-current", i === H(n) ? "step" : void 0), q(s, `${H(t).sentence ?? ""} `), q(l, H(t).worlds);
		}), U("click", o, () => r(i)), K(e, a);
	}), E(m);
	var h = R(m, 2), g = F(h), _ = R(g, 2);
	E(h);
	var v = R(h, 2), y = (e) => {
		var n = Ol(), r = R(F(n));
		E(n), z(() => q(r, ` ${t.story.conclusion ?? ""}`)), K(e, n);
	};
	J(v, (e) => {
		H(n) === t.story.steps.length - 1 && e(y);
	}), E(i), z(() => {
		q(o, t.story.title), q(l, t.story.statement), q(u, `Source: ${t.story.source ?? ""}`), g.disabled = H(n) <= 0, _.disabled = H(n) === t.story.steps.length - 1;
	}), U("click", g, () => r(H(n) - 1)), U("click", _, () => r(H(n) + 1)), K(e, i), k();
}
W(["click"]);
// src/parts/Symbolic.svelte
var Ml = /* @__PURE__ */ G("<div class=\"problem svelte-1wv72cw\" role=\"alert\"> </div>"), Nl = /* @__PURE__ */ G("<!> <p class=\"small pale svelte-1wv72cw\">Worlds are named by what is different there. Click one to look around it. <!> <!></p>", 1), Pl = /* @__PURE__ */ G("<div class=\"around svelte-1wv72cw\"><div class=\"tools svelte-1wv72cw\"><span class=\"what svelte-1wv72cw\"> </span> <button>Actual state</button> <button>Open as a model</button></div> <!> <!></div>"), Fl = {
	hash: "svelte-1wv72cw",
	code: ".around.svelte-1wv72cw {display:grid;grid-template-rows:auto minmax(0, 1fr) auto;min-height:0;background:var(--paper);}.around.svelte-1wv72cw > .frame > svg {max-height:none;}.tools.svelte-1wv72cw {display:flex;flex-wrap:wrap;align-items:center;gap:6px;padding:10px 16px 0;}.what.svelte-1wv72cw {flex:1;font-weight:600;}\n\n  @media (max-width: 900px) {.what.svelte-1wv72cw {flex-basis:100%;}\n  }.problem.svelte-1wv72cw {margin:12px 16px;}p.svelte-1wv72cw {padding:0 16px 8px;}"
};
function Il(e, t) {
	O(t, !0), X(e, Fl);
	let n = mc(new $a(oa)), r = /* @__PURE__ */ j(() => $.overview?.around ?? null), i = /* @__PURE__ */ j(() => Object.keys(H(r)?.model.worlds ?? {})), a = /* @__PURE__ */ j(() => ($.checked?.rows[$.part]?.worlds ?? []).map((e) => H(i)[e]));
	bn(() => {
		H(r) && fr(() => void n.show(o(H(r)), ""));
	}), bn(() => {
		n.lit = H(i).filter((e, t) => $.lit.includes(H(r).keys[t]));
	});
	function o({ model: e }) {
		return {
			...e,
			atoms: [],
			worlds: Object.fromEntries(Object.keys(e.worlds).map((e) => [e, []]))
		};
	}
	function s(e) {
		$.visit(H(r).states[H(i).indexOf(e)]);
	}
	var c = Pl(), l = F(c), u = F(l), d = L(u), f = R(u, 2), p = R(f, 2);
	E(l);
	var m = R(l, 2), h = (e) => {
		var t = Ml(), n = L(t, !0);
		z(() => q(n, $.drawing.full ?? $.drawing.message)), K(e, t);
	};
	J(m, (e) => {
		$.drawing && e(h);
	});
	var g = R(m, 2), _ = (e) => {
		var t = Nl(), n = I(t);
		ll(n, {
			plain: !0,
			get filled() {
				return H(a);
			},
			pick: s
		});
		var i = R(n, 2), o = R(F(i)), c = (e) => {
			var t = Ar();
			z((e) => q(t, `Not drawn: ${e ?? ""}.`), [() => H(r).left.join(", ")]), K(e, t);
		};
		J(o, (e) => {
			H(r).left.length && e(c);
		});
		var l = R(o, 2), u = (e) => {
			K(e, Ar("Filled: the formula holds in the whole model."));
		};
		J(l, (e) => {
			$.checked && e(u);
		}), E(i), K(e, t);
	};
	J(g, (e) => {
		H(r) && e(_);
	}), E(c), z(() => {
		q(d, `Around ${$.hereText ?? ""}`), f.disabled = !$.state, p.disabled = !H(r);
	}), U("click", f, () => $.visit(null)), U("click", p, () => $.become(H(r).model, `around ${$.hereText}`)), K(e, c), k();
}
W(["click"]);
// src/parts/Timeline.svelte
var Ll = /* @__PURE__ */ G("<span aria-hidden=\"true\">↳</span>"), Rl = /* @__PURE__ */ G("<li><button class=\"quiet svelte-l5gxhn\"><!> <span class=\"label svelte-l5gxhn\"> </span> <span class=\"pale\"> </span></button></li>"), zl = /* @__PURE__ */ G("<nav class=\"timeline svelte-l5gxhn\" aria-label=\"Timeline\"><ol class=\"svelte-l5gxhn\"></ol></nav>"), Bl = {
	hash: "svelte-l5gxhn",
	code: ".timeline.svelte-l5gxhn {border-top:1px solid var(--line);background:var(--ground);overflow-x:auto;}ol.svelte-l5gxhn {display:flex;gap:4px;margin:0;padding:6px 12px;list-style:none;}button.svelte-l5gxhn {display:flex;gap:6px;align-items:center;max-width:260px;white-space:nowrap;font-size:13px;}.label.svelte-l5gxhn {overflow:hidden;text-overflow:ellipsis;}[aria-current].svelte-l5gxhn {border-color:var(--accent);background:var(--paper);color:var(--accent);}"
};
function Vl(e, t) {
	O(t, !0), X(e, Bl);
	let n = /* @__PURE__ */ j(() => new Set($.moments.filter((e) => $.moments.some((t) => t.before === e.before && t.id < e.id)).map((e) => e.id)));
	var r = zl(), i = F(r);
	Y(i, 21, () => $.moments, (e) => e.id, (e, t) => {
		var r = Rl(), i = F(r), a = F(i), o = (e) => {
			K(e, Ll());
		}, s = /* @__PURE__ */ j(() => H(n).has(H(t).id));
		J(a, (e) => {
			H(s) && e(o);
		});
		var c = R(a, 2), l = L(c, !0), u = L(R(c, 2), !0);
		E(i), E(r), z((e, n) => {
			Q(i, "aria-current", H(t).id === $.now ? "step" : void 0), Q(i, "title", e), q(l, H(t).label), q(u, n);
		}, [() => H(n).has(H(t).id) ? `another way on from step ${H(t).before}` : void 0, () => la(H(t).model) ? H(t).size ?? "" : Object.keys(H(t).model.worlds).length]), U("click", i, () => $.go(H(t).id)), K(e, r);
	}), E(i), E(r), K(e, r), k();
}
W(["click"]);
// src/parts/Explore.svelte
var Hl = /* @__PURE__ */ G("<div class=\"problem full svelte-4ufa8d\" role=\"alert\"> </div>"), Ul = /* @__PURE__ */ G("<!><!>", 1), Wl = /* @__PURE__ */ G("<main><section class=\"stage svelte-4ufa8d\" aria-label=\"Model\"><!> <!></section> <aside aria-label=\"Questions and changes\" class=\"svelte-4ufa8d\"><!> <!> <!> <!> <!></aside></main>"), Gl = {
	hash: "svelte-4ufa8d",
	code: "main.svelte-4ufa8d {display:grid;grid-template-columns:minmax(0, 1fr) 420px;min-height:0;}.stage.svelte-4ufa8d {display:grid;grid-template-rows:minmax(0, 1fr) auto;min-height:0;}aside.svelte-4ufa8d {display:grid;align-content:start;gap:12px;padding:12px 16px 24px;overflow-y:auto;border-left:1px solid var(--line);}.full.svelte-4ufa8d {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:13px;}main.slide.svelte-4ufa8d {grid-template-columns:1fr;}.slide.svelte-4ufa8d aside:where(.svelte-4ufa8d),\n  .slide.svelte-4ufa8d .tools,\n  .slide.svelte-4ufa8d .timeline {display:none;}\n\n  @media (max-width: 900px) {main.svelte-4ufa8d {grid-template-columns:minmax(0, 1fr);}.stage.svelte-4ufa8d {grid-template-rows:62vh auto;}.slide.svelte-4ufa8d .stage:where(.svelte-4ufa8d) {grid-template-rows:90vh;}aside.svelte-4ufa8d {border-left:0;padding:12px;}\n  }"
};
function Kl(e, t) {
	O(t, !0), X(e, Gl);
	let n = Bi(t, "slide", 3, !1);
	var r = Wl();
	let i;
	var a = F(r), o = F(a), s = (e) => {
		Il(e, {});
	}, c = (e) => {
		ll(e, {});
	};
	J(o, (e) => {
		$.symbolic ? e(s) : e(c, -1);
	}), Vl(R(o, 2), {}), E(a);
	var l = R(a, 2), u = F(l);
	Ur(u, () => $.story, (e) => {
		var t = jr(), n = I(t), r = (e) => {
			jl(e, { get story() {
				return $.story;
			} });
		};
		J(n, (e) => {
			$.story && e(r);
		}), K(e, t);
	});
	var d = R(u, 2);
	fc(d, {});
	var f = R(d, 2), p = (e) => {
		var t = Hl(), n = L(t, !0);
		z(() => q(n, $.refused.full ?? $.refused.message)), K(e, t);
	};
	J(f, (e) => {
		$.refused && e(p);
	});
	var m = R(f, 2);
	Ns(m, {});
	var h = R(m, 2), g = (e) => {
		_l(e, {});
	}, _ = (e) => {
		var t = Ul(), n = I(t);
		$o(n, {}), Mc(R(n), {}), K(e, t);
	};
	J(h, (e) => {
		$.symbolic ? e(g) : e(_, -1);
	}), E(l), E(r), z(() => i = ci(r, 1, "svelte-4ufa8d", null, i, { slide: n() })), K(e, r), k();
}
// src/Widget.svelte
var ql = /* @__PURE__ */ G("<div class=\"widget svelte-gxf5w3\"><!> <!></div>"), Jl = {
	hash: "svelte-gxf5w3",
	code: ".widget.svelte-gxf5w3 {display:grid;grid-template-rows:auto minmax(0, 1fr);gap:8px;height:640px;padding:8px;container-type:inline-size;}"
};
function Yl(e) {
	X(e, Jl);
	let t = /* @__PURE__ */ N(!1);
	var n = ql(), r = F(n);
	Wo(r, {
		get slide() {
			return H(t);
		},
		set slide(e) {
			P(t, e, !0);
		}
	}), Kl(R(r, 2), { get slide() {
		return H(t);
	} }), E(n), K(e, n);
}
// src/widget.ts
var Xl = /* @__PURE__ */ new Map(), Zl = 0;
function Ql({ model: e }) {
	e.on("msg:custom", (e) => {
		let { id: t, status: n, text: r } = e;
		Xl.get(t)?.(new Response(r, { status: n })), Xl.delete(t);
	}), Qi((t, n, r) => {
		let i = Zl++;
		return e.send({
			id: i,
			route: t,
			body: JSON.stringify(n)
		}), new Promise((e, t) => {
			Xl.set(i, e), r.addEventListener("abort", () => {
				Xl.delete(i), t(r.reason);
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
function $l({ el: e }) {
	let t = e.attachShadow({ mode: "open" }), n = document.createElement("style");
	n.textContent = `${eo.replaceAll(":root", ":host")} :host { display: block; color: var(--ink); background: var(--ground); font: 15px/1.45 var(--sans); text-align: left; }`, t.append(n);
	let r = Ir(Yl, { target: t.appendChild(document.createElement("div")) });
	return () => void Br(r);
}
var eu = {
	initialize: Ql,
	render: $l
};
export { eu as default };

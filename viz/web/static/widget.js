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
var h = 1024, g = 2048, _ = 4096, v = 8192, y = 16384, b = 32768, x = 1 << 25, S = 65536, C = 1 << 19, ee = 1 << 20, te = 1 << 25, ne = 1 << 21, re = 1 << 22, ie = 1 << 23, ae = Symbol("$state"), oe = Symbol("component"), se = Symbol("legacy props"), ce = Symbol(""), le = Symbol("attributes"), ue = Symbol("class"), de = Symbol("style"), fe = Symbol("text"), pe = Symbol("form reset"), me = new class extends Error {
	name = "StaleReactionError";
	message = "The reaction that called `getAbortSignal()` was re-run or destroyed";
}(), he = !!globalThis.document?.contentType && /* @__PURE__ */ globalThis.document.contentType.includes("xml"), w = {}, T = Symbol("uninitialized"), ge = "http://www.w3.org/1999/xhtml";
function _e() {
	console.warn("https://svelte.dev/e/derived_inert");
}
function ve(e) {
	console.warn("https://svelte.dev/e/hydration_mismatch");
}
function ye() {
	console.warn("https://svelte.dev/e/select_multiple_invalid_value");
}
function be() {
	console.warn("https://svelte.dev/e/svelte_boundary_reset_noop");
}
// node_modules/svelte/src/internal/client/dom/hydration.js
var E = !1;
function xe(e) {
	E = e;
}
var D;
function Se(e) {
	if (e === null) throw ve(), w;
	return D = e;
}
function Ce() {
	return Se(/* @__PURE__ */ an(D));
}
function O(e) {
	if (E) {
		if (/* @__PURE__ */ an(D) !== null) throw ve(), w;
		D = e;
	}
}
function we(e = 1) {
	if (E) {
		for (var t = e, n = D; t--;) n = /* @__PURE__ */ an(n);
		D = n;
	}
}
function Te(e = !0) {
	for (var t = 0, n = D;;) {
		if (n.nodeType === 8) {
			var r = n.data;
			if (r === "]") {
				if (t === 0) return n;
				--t;
			} else (r === "[" || r === "[!" || r[0] === "[" && !isNaN(Number(r.slice(1)))) && (t += 1);
		}
		var i = /* @__PURE__ */ an(n);
		e && n.remove(), n = i;
	}
}
function Ee(e) {
	if (!e || e.nodeType !== 8) throw ve(), w;
	return e.data;
}
// node_modules/svelte/src/internal/client/reactivity/equality.js
function De(e) {
	return e === this.v;
}
function Oe(e, t) {
	return e == e ? e !== t || typeof e == "object" && !!e || typeof e == "function" : t == t;
}
function ke(e) {
	return !Oe(e, this.v);
}
function Ae(e) {
	throw Error("https://svelte.dev/e/lifecycle_outside_component");
}
// node_modules/svelte/src/internal/client/errors.js
function je() {
	throw Error("https://svelte.dev/e/async_derived_orphan");
}
function Me(e, t, n) {
	throw Error("https://svelte.dev/e/each_key_duplicate");
}
function Ne(e) {
	throw Error("https://svelte.dev/e/effect_in_teardown");
}
function Pe() {
	throw Error("https://svelte.dev/e/effect_in_unowned_derived");
}
function Fe(e) {
	throw Error("https://svelte.dev/e/effect_orphan");
}
function Ie() {
	throw Error("https://svelte.dev/e/effect_update_depth_exceeded");
}
function Le(e) {
	throw Error("https://svelte.dev/e/props_invalid_value");
}
function Re() {
	throw Error("https://svelte.dev/e/state_descriptors_fixed");
}
function ze() {
	throw Error("https://svelte.dev/e/state_prototype_fixed");
}
function Be() {
	throw Error("https://svelte.dev/e/state_unsafe_mutation");
}
function Ve() {
	throw Error("https://svelte.dev/e/svelte_boundary_reset_onerror");
}
// node_modules/svelte/src/internal/shared/context.js
function He(e) {
	let t = e.p;
	for (; t !== null && t.c === null;) t = t.p;
	return t?.c ?? null;
}
function Ue(e, t) {
	return e === null && Ae(t), e.c ??= new Map(He(e) || void 0);
}
// node_modules/svelte/src/internal/client/context.js
var k = null;
function We(e) {
	k = e;
}
function Ge(e) {
	return Ue(k, "getContext").get(e);
}
function A(e, t = !1, n) {
	k = {
		p: k,
		i: !1,
		c: null,
		e: null,
		s: e,
		x: null,
		r: U,
		l: null
	};
}
function j(e) {
	var t = k, n = t.e;
	if (n !== null) {
		t.e = null;
		for (var r of n) vn(r);
	}
	return e !== void 0 && (t.x = e), t.i = !0, k = t.p, Ke(e);
}
function Ke(e = {}) {
	return i(e, oe, { value: !0 }), e;
}
function qe() {
	return !0;
}
// node_modules/svelte/src/internal/client/dom/task.js
var Je = [];
function Ye() {
	var e = Je;
	Je = [], f(e);
}
function Xe(e) {
	if (Je.length === 0 && !Ct) {
		var t = Je;
		queueMicrotask(() => {
			t === Je && Ye();
		});
	}
	Je.push(e);
}
function Ze() {
	for (; Je.length > 0;) Ye();
}
// node_modules/svelte/src/internal/client/reactivity/status.js
var Qe = ~(g | _ | h);
function M(e, t) {
	e.f = e.f & Qe | t;
}
function $e(e) {
	e.f & 512 || e.deps === null ? M(e, h) : M(e, _);
}
// node_modules/svelte/src/internal/client/reactivity/utils.js
function et(e, t) {
	e.f & 2048 ? t.set(e, g) : e.f & 4096 && t.get(e) !== 2048 && t.set(e, _), M(e, h);
}
// node_modules/svelte/src/internal/client/dom/elements/misc.js
function tt(e) {
	E && /* @__PURE__ */ rn(e) !== null && on(e);
}
var nt = !1;
function rt() {
	nt || (nt = !0, document.addEventListener("reset", (e) => {
		Promise.resolve().then(() => {
			if (!e.defaultPrevented) for (let t of e.target.elements) t[pe]?.();
		});
	}, { capture: !0 }));
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/shared.js
function it(e) {
	var t = H, n = U;
	Bn(null), Vn(null);
	try {
		return e();
	} finally {
		Bn(t), Vn(n);
	}
}
function at(e, t, n, r = n) {
	e.addEventListener(t, () => it(n));
	let i = e[pe];
	e[pe] = i ? () => {
		i(), r(!0);
	} : () => r(!0), rt();
}
// node_modules/svelte/src/internal/client/reactivity/async.js
function ot(e, t, n, r) {
	let i = qe() ? ut : pt;
	var a = e.filter((e) => !e.settled), o = t.map(i);
	if (n.length === 0 && a.length === 0) {
		r(o);
		return;
	}
	var s = U, c = st(), l = a.length === 1 ? a[0].promise : a.length > 1 ? Promise.all(a.map((e) => e.promise)) : null;
	function u(e) {
		if (!(s.f & 16384)) {
			c();
			try {
				r([...o, ...e]);
			} catch (e) {
				dn(e, s);
			}
			ct();
		}
	}
	var d = lt();
	if (n.length === 0) {
		l.then(() => u([])).finally(d);
		return;
	}
	function f() {
		Promise.all(n.map((e) => /* @__PURE__ */ ft(e))).then(u).catch((e) => dn(e, s)).finally(d);
	}
	l ? l.then(() => {
		s.f & 16384 ? d() : (c(), f(), ct());
	}) : f();
}
function st() {
	var e = U, t = H, n = k, r = P;
	return function(i = !0) {
		Vn(e), Bn(t), We(n), i && !(e.f & 16384) && (r?.activate(), r?.apply());
	};
}
function ct(e = !0) {
	Vn(null), Bn(null), We(null), e && P?.deactivate();
}
function lt() {
	var e = U, t = e.b, n = P, r = !!t?.is_rendered();
	return t?.update_pending_count(1, n), n.increment(r, e), () => {
		t?.update_pending_count(-1, n), n.decrement(r, e);
	};
}
/*#__NO_SIDE_EFFECTS__*/
function ut(e) {
	var t = 2 | g;
	return U !== null && (U.f |= C), {
		ctx: k,
		deps: null,
		effects: null,
		equals: De,
		f: t,
		fn: e,
		reactions: null,
		rv: 0,
		v: T,
		wv: 0,
		parent: U,
		ac: null
	};
}
var dt = Symbol("obsolete");
/*#__NO_SIDE_EFFECTS__*/
function ft(e, t, n) {
	let r = U;
	r === null && je();
	var i = void 0, a = Bt(T), o = !H, s = /* @__PURE__ */ new Set();
	return xn(() => {
		var t = U, n = p();
		i = n.promise;
		try {
			Promise.resolve(e()).then(n.resolve, (e) => {
				e !== me && n.reject(e);
			}).finally(ct);
		} catch (e) {
			n.reject(e), ct();
		}
		var c = P;
		if (o) {
			if (t.f & 32768) var l = lt();
			if (r.b?.is_rendered()) c.async_deriveds.get(t)?.reject(dt);
			else for (let e of s.values()) e.reject(dt);
			s.add(n), c.async_deriveds.set(t, n);
		}
		let u = (e, t = void 0) => {
			l?.(), s.delete(n), t !== dt && (c.activate(), t ? (a.f |= ie, Wt(a, t)) : (a.f & 8388608 && (a.f ^= ie), Wt(a, e)), c.deactivate());
		};
		n.promise.then(u, (e) => u(null, e || "unknown"));
	}), gn(() => {
		for (let e of s) e.reject(dt);
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
function N(e) {
	let t = /* @__PURE__ */ ut(e);
	return Un(t), t;
}
/*#__NO_SIDE_EFFECTS__*/
function pt(e) {
	let t = /* @__PURE__ */ ut(e);
	return t.equals = ke, t;
}
function mt(e) {
	var t = e.effects;
	if (t !== null) {
		e.effects = null;
		for (var n = 0; n < t.length; n += 1) On(t[n]);
	}
}
function ht(e) {
	var t, n = U, r = e.parent;
	if (!Ln && r !== null && e.v !== T && r.f & 24576) return _e(), e.v;
	Vn(r);
	try {
		mt(e), t = tr(e);
	} finally {
		Vn(n);
	}
	return t;
}
function gt(e) {
	var t = ht(e);
	!e.equals(t) && (e.wv = Qn(), (!P?.is_fork || e.deps === null) && (P === null ? e.v = t : (P.capture(e, t, !0), bt?.capture(e, t, !0)), e.deps === null)) ? M(e, h) : Ln || (xt === null ? $e(e) : (hn() || P?.is_fork) && xt.set(e, t));
}
function _t(e) {
	if (e.effects !== null) for (let t of e.effects) (t.teardown || t.ac) && (t.teardown?.(), t.ac !== null && it(() => {
		t.ac.abort(me), t.ac = null;
	}), t.fn !== null && (t.teardown = d), ir(t, 0), En(t));
}
function vt(e) {
	if (e.effects !== null) for (let t of e.effects) t.teardown && t.fn !== null && ar(t);
}
// node_modules/svelte/src/internal/client/reactivity/batch.js
var yt = null, P = null, bt = null, xt = null, St = null, Ct = !1, wt = !1, Tt = null, Et = null, Dt = 0, Ot = 1, kt = class e {
	id = Ot++;
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
		yt === null ? yt = this : (yt.next = this, this.prev = yt), yt = this;
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
			for (var r of n.d) M(r, g), t(r);
			for (r of n.m) M(r, _), t(r);
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
		for (let [e, t] of this.#s) M(e, t), this.schedule(e);
		this.apply();
		for (var t = Tt = [], n = [], r = Et = []; this.#a.length > 0;) {
			Dt++ > 1e3 && (this.#b(), jt());
			for (let e of this.#p()) try {
				this.#h(e, t, n);
			} catch (t) {
				throw It(e), this.#d() || this.discard(), t;
			}
		}
		if (P = null, r.length > 0) {
			var i = e.ensure();
			for (let e of r) i.schedule(e);
		}
		if (Tt = null, Et = null, this.#d()) {
			this.#y(n), this.#y(t);
			for (let [e, t] of this.#c) Ft(e, t);
			r.length > 0 && P.#m();
			return;
		}
		let a = this.#g();
		if (a) this.#y(n), this.#y(t), a.#v(this);
		else {
			this.#s.clear();
			for (let e of this.#e) e(this);
			this.#e.clear(), bt = this, Nt(n), Nt(t), bt = null, this.#i?.resolve();
			var o = P;
			this.#n === 0 && (this.#a.length === 0 || o !== null) && this.#b(), o !== null && (Rt.clear(), o.#m());
		}
	}
	#h(e, t, n) {
		e.f ^= h;
		for (var r = e.first; r !== null;) {
			var i = r.f, a = !!(i & 96);
			if (!(a && i & 1024 || i & 8192 || this.#c.has(r)) && r.fn !== null) {
				a ? r.f ^= h : i & 4 ? t.push(r) : $n(r) && (i & 16 && this.add_dirty_reaction(r, _), ar(r));
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
					r & 4194320 && !this.async_deriveds.has(i) && (this.#s.delete(i), M(i, g), this.schedule(i));
				}
			}
		};
		for (let e of this.current.keys()) t(e);
		this.oncommit(() => e.discard()), e.#b(), P = this, this.#m();
	}
	#y(e) {
		for (var t = 0; t < e.length; t += 1) et(e[t], this.#s);
	}
	capture(e, t, n = !1) {
		e.v !== T && !this.previous.has(e) && this.previous.set(e, e.v), e.f & 8388608 || (this.current.set(e, [t, n]), xt?.set(e, t)), this.is_fork || (e.v = t);
	}
	activate() {
		P = this;
	}
	deactivate() {
		P = null, xt = null;
	}
	flush() {
		try {
			wt = !0, P = this, this.#m();
		} finally {
			Dt = 0, St = null, Tt = null, Et = null, wt = !1, P = null, xt = null, Rt.clear();
		}
	}
	discard() {
		for (let e of this.#t) e(this);
		this.#t.clear();
		for (let e of this.async_deriveds.values()) e.reject(dt);
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
		this.#u || (this.#u = !0, Xe(() => {
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
		if (P === null) {
			let t = P = new e();
			!wt && !Ct && Xe(() => {
				t.started || t.flush();
			});
		}
		return P;
	}
	apply() {
		xt = null;
	}
	schedule(e) {
		St = e, e.b?.is_pending && e.f & 16777228 && !(e.f & 32768) ? e.b.defer_effect(e) : this.#a.push(e);
	}
	#b() {
		if (this.linked) {
			var e = this.prev, t = this.next;
			e === null || (e.next = t), t === null ? yt = e : t.prev = e, this.linked = !1;
		}
	}
};
function At(e) {
	var t = Ct, n = bt;
	bt = null, Ct = !0;
	try {
		var r;
		for (e && (At(), r = e());;) {
			if (Ze(), P === null) return r;
			P.flush();
		}
	} finally {
		Ct = t, bt = n;
	}
}
function jt() {
	try {
		Ie();
	} catch (e) {
		dn(e, St);
	}
}
var Mt = null;
function Nt(e) {
	var t = e.length;
	if (t !== 0) {
		for (var n = 0; n < t;) {
			var r = e[n++];
			if (!(r.f & 24576) && $n(r) && (Mt = /* @__PURE__ */ new Set(), ar(r), r.deps === null && r.first === null && r.nodes === null && r.teardown === null && r.ac === null && An(r), Mt?.size > 0)) {
				Rt.clear();
				for (let e of Mt) {
					if (e.f & 24576) continue;
					let t = [e], n = e.parent;
					for (; n !== null;) Mt.has(n) && (Mt.delete(n), t.push(n)), n = n.parent;
					for (let e = t.length - 1; e >= 0; e--) {
						let n = t[e];
						n.f & 24576 || ar(n);
					}
				}
				Mt.clear();
			}
		}
		Mt = null;
	}
}
function Pt(e) {
	P.schedule(e);
}
function Ft(e, t) {
	if (!(e.f & 32 && e.f & 1024)) {
		e.f & 2048 ? t.d.push(e) : e.f & 4096 && t.m.push(e), M(e, h);
		for (var n = e.first; n !== null;) Ft(n, t), n = n.next;
	}
}
function It(e) {
	M(e, h);
	for (var t = e.first; t !== null;) It(t), t = t.next;
}
// node_modules/svelte/src/internal/client/reactivity/sources.js
var Lt = /* @__PURE__ */ new Set(), Rt = /* @__PURE__ */ new Map(), zt = !1;
function Bt(e, t) {
	return {
		f: 0,
		v: e,
		reactions: null,
		equals: De,
		rv: 0,
		wv: 0
	};
}
/*#__NO_SIDE_EFFECTS__*/
function F(e, t) {
	let n = Bt(e, t);
	return Un(n), n;
}
/*#__NO_SIDE_EFFECTS__*/
function Vt(e, t = !1, n = !0) {
	let r = Bt(e);
	return t || (r.equals = ke), r;
}
function I(e, t, n = !1) {
	return H !== null && (!zn || H.f & 131072) && qe() && H.f & 4325394 && (Hn === null || !Hn.has(e)) && Be(), Wt(e, n ? Jt(t) : t, Et);
}
var Ht = null, Ut = 0;
function Wt(e, t, n = null) {
	if (!e.equals(t)) {
		Ln ? Rt.set(e, t) : Rt.has(e) || Rt.set(e, e.v);
		var r = kt.ensure();
		if (r.capture(e, t), e.f & 2) {
			let t = e;
			e.f & 2048 && ht(t), xt === null && $e(t);
		}
		e.wv = Qn(), Ht = null, Ut = 0, qt(e, g, n), Ht = null, qe() && U !== null && U.f & 1024 && !(U.f & 96) && (Kn === null ? qn([e]) : Kn.push(e)), !r.is_fork && Lt.size > 0 && !zt && Gt();
	}
	return t;
}
function Gt() {
	zt = !1;
	for (let e of Lt) {
		e.f & 1024 && M(e, _);
		let t;
		try {
			t = $n(e);
		} catch {
			t = !0;
		}
		t && ar(e);
	}
	Lt.clear();
}
function Kt(e) {
	I(e, e.v + 1);
}
function qt(e, t, n) {
	var r = e.reactions;
	if (r !== null) {
		var i = qe(), a = r.length;
		if (Ut += a, Ut > 1e5 && Ht === null && (Ht = /* @__PURE__ */ new Set()), Ht !== null) {
			if (Ht.has(e)) return;
			Ht.add(e);
		}
		for (var o = 0; o < a; o++) {
			var s = r[o], c = s.f;
			if (i || s !== U) {
				var l = (c & g) === 0;
				if (l && M(s, t), c & 131072) Lt.add(s);
				else if (c & 2) {
					var u = s;
					xt?.delete(u), qt(u, _, n);
				} else if (l) {
					var d = s;
					c & 16 && Mt !== null && Mt.add(d), n === null ? Pt(d) : n.push(d);
				}
			}
		}
	}
}
function Jt(t) {
	if (typeof t != "object" || !t || ae in t || oe in t) return t;
	let n = l(t);
	if (n !== s && n !== c) return t;
	var r = /* @__PURE__ */ new Map(), i = e(t), o = /* @__PURE__ */ F(0), u = null, d = Xn, f = (e) => {
		if (Xn === d) return e();
		var t = H, n = Xn;
		Bn(null), Zn(d);
		var r = e();
		return Bn(t), Zn(n), r;
	};
	return i && r.set("length", /* @__PURE__ */ F(t.length, u)), new Proxy(t, {
		defineProperty(e, t, n) {
			"value" in n && n.configurable !== !1 && n.enumerable !== !1 && n.writable !== !1 || Re();
			var i = r.get(t);
			return i === void 0 ? f(() => {
				var e = /* @__PURE__ */ F(n.value, u);
				return r.set(t, e), e;
			}) : I(i, n.value, !0), !0;
		},
		deleteProperty(e, t) {
			var n = r.get(t);
			if (n === void 0) {
				if (t in e) {
					let e = f(() => /* @__PURE__ */ F(T, u));
					r.set(t, e), Kt(o);
				}
			} else I(n, T), Kt(o);
			return !0;
		},
		get(e, n, i) {
			if (n === ae) return t;
			var o = r.get(n), s = n in e;
			if (o === void 0 && (!s || a(e, n)?.writable) && (o = f(() => /* @__PURE__ */ F(Jt(s ? e[n] : T), u)), r.set(n, o)), o !== void 0) {
				var c = W(o);
				return c === T ? void 0 : c;
			}
			return Reflect.get(e, n, i);
		},
		getOwnPropertyDescriptor(e, t) {
			this.has?.(e, t);
			var n = Reflect.getOwnPropertyDescriptor(e, t), i = r.get(t);
			if (i !== void 0) {
				var a = W(i);
				if (a === T) return;
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
			if (t === ae) return !0;
			var n = r.get(t), i = n !== void 0 && n.v !== T || Reflect.has(e, t);
			return (n !== void 0 || (U !== null || H !== null) && (!i || a(e, t)?.writable)) && (n === void 0 && (n = f(() => /* @__PURE__ */ F(i ? Jt(e[t]) : T, u)), r.set(t, n)), W(n) === T) ? !1 : i;
		},
		set(e, t, n, s) {
			var c = r.get(t), l = t in e;
			if (i && t === "length") for (var d = n; d < c.v; d += 1) {
				var p = r.get(d + "");
				p === void 0 ? d in e && (p = f(() => /* @__PURE__ */ F(T, u)), r.set(d + "", p)) : I(p, T);
			}
			if (c === void 0) (!l || a(e, t)?.writable) && (c = f(() => /* @__PURE__ */ F(void 0, u)), I(c, Jt(n)), r.set(t, c));
			else {
				l = c.v !== T;
				var m = f(() => Jt(n));
				I(c, m);
			}
			var h = Reflect.getOwnPropertyDescriptor(e, t);
			if (h?.set && h.set.call(s, n), !l) {
				if (i && typeof t == "string") {
					var g = r.get("length"), _ = Number(t);
					Number.isInteger(_) && _ >= g.v && I(g, _ + 1);
				}
				Kt(o);
			}
			return !0;
		},
		ownKeys(e) {
			W(o);
			var t = Reflect.ownKeys(e).filter((e) => {
				var t = r.get(e);
				return t === void 0 || t.v !== T;
			});
			for (var [n, i] of r) i.v !== T && !(n in e) && t.push(n);
			return t;
		},
		setPrototypeOf() {
			ze();
		}
	});
}
function Yt(e) {
	try {
		if (typeof e == "object" && e && ae in e) return e[ae];
	} catch {}
	return e;
}
function Xt(e, t) {
	return Object.is(Yt(e), Yt(t));
}
var Zt, Qt, $t, en;
function tn() {
	if (Zt === void 0) {
		Zt = window, Qt = /Firefox/.test(navigator.userAgent);
		var e = Element.prototype, t = Node.prototype, n = Text.prototype;
		$t = a(t, "firstChild").get, en = a(t, "nextSibling").get, u(e) && (e[ue] = void 0, e[le] = null, e[de] = void 0, e.__e = void 0), u(n) && (n[fe] = void 0);
	}
}
function nn(e = "") {
	return document.createTextNode(e);
}
/*@__NO_SIDE_EFFECTS__*/
function rn(e) {
	return $t.call(e);
}
/*@__NO_SIDE_EFFECTS__*/
function an(e) {
	return en.call(e);
}
function L(e, t) {
	if (!E) return /* @__PURE__ */ rn(e);
	var n = /* @__PURE__ */ rn(D);
	if (n === null) n = D.appendChild(nn());
	else if (t && n.nodeType !== 3) {
		var r = nn();
		return n?.before(r), Se(r), r;
	}
	return t && ln(n), Se(n), n;
}
function R(e, t = !1) {
	if (!E) {
		var n = /* @__PURE__ */ rn(e);
		return n instanceof Comment && n.data === "" ? /* @__PURE__ */ an(n) : n;
	}
	if (t) {
		if (D?.nodeType !== 3) {
			var r = nn();
			return D?.before(r), Se(r), r;
		}
		ln(D);
	}
	return D;
}
function z(e, t = !1) {
	if (!E) return /* @__PURE__ */ rn(e);
	var n = L(e, t);
	return O(e), n;
}
function B(e, t = 1, n = !1) {
	let r = E ? D : e;
	for (var i; t--;) i = r, r = /* @__PURE__ */ an(r);
	if (!E) return r;
	if (n) {
		if (r?.nodeType !== 3) {
			var a = nn();
			return r === null ? i?.after(a) : r.before(a), Se(a), a;
		}
		ln(r);
	}
	return Se(r), r;
}
function on(e) {
	e.textContent = "";
}
function sn() {
	return !1;
}
function cn(e, t, n) {
	return t == null || t === "http://www.w3.org/1999/xhtml" ? n ? document.createElement(e, { is: n }) : document.createElement(e) : n ? document.createElementNS(t, e, { is: n }) : document.createElementNS(t, e);
}
function ln(e) {
	if (e.nodeValue.length < 65536) return;
	let t = e.nextSibling;
	for (; t !== null && t.nodeType === 3;) t.remove(), e.nodeValue += t.nodeValue, t = e.nextSibling;
}
function un(e) {
	var t = U;
	if (t === null) return H.f |= ie, e;
	if (!(t.f & 32768) && !(t.f & 4)) throw e;
	dn(e, t);
}
function dn(e, t) {
	if (e === w) throw e;
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
function fn(e) {
	U === null && (H === null && Fe(e), Pe()), Ln && Ne(e);
}
function pn(e, t) {
	var n = t.last;
	n === null ? t.last = t.first = e : (n.next = e, e.prev = n, t.last = e);
}
function mn(e, t) {
	var n = U;
	n !== null && n.f & 8192 && (e |= v);
	var r = {
		ctx: k,
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
	P?.register_created_effect(r);
	var i = r;
	if (e & 4) Tt === null ? kt.ensure().schedule(r) : Tt.push(r);
	else if (t !== null) {
		try {
			ar(r);
		} catch (e) {
			throw On(r), e;
		}
		i.deps === null && i.teardown === null && i.nodes === null && i.first === i.last && !(i.f & 524288) && (i = i.first, e & 16 && e & 65536 && i !== null && (i.f |= S));
	}
	if (i !== null && (i.parent = n, n !== null && pn(i, n), H !== null && H.f & 2 && !(e & 64))) {
		var a = H;
		(a.effects ??= []).push(i);
	}
	return r;
}
function hn() {
	return H !== null && !zn;
}
function gn(e) {
	let t = mn(8, null);
	return M(t, h), t.teardown = e, t;
}
function _n(e) {
	fn("$effect");
	var t = U.f;
	if (!H && t & 32 && k !== null && !k.i) {
		var n = k;
		(n.e ??= []).push(e);
	} else return vn(e);
}
function vn(e) {
	return mn(4 | ee, e);
}
function yn(e) {
	kt.ensure();
	let t = mn(64 | C, e);
	return (e = {}) => new Promise((n) => {
		e.outro ? jn(t, () => {
			On(t), n(void 0);
		}) : (On(t), n(void 0));
	});
}
function bn(e) {
	return mn(4, e);
}
function xn(e) {
	return mn(re | C, e);
}
function Sn(e, t = 0) {
	return mn(8 | t, e);
}
function V(e, t = [], n = [], r = []) {
	ot(r, t, n, (t) => {
		mn(8, () => {
			e(...t.map(W));
		});
	});
}
function Cn(e, t = 0) {
	return mn(16 | t, e);
}
function wn(e) {
	return mn(32 | C, e);
}
function Tn(e) {
	var t = e.teardown;
	if (t !== null) {
		let n = Ln, r = H;
		Rn(!0), Bn(null);
		try {
			t.call(null);
		} catch (t) {
			dn(t, e.parent);
		} finally {
			Rn(n), Bn(r);
		}
	}
}
function En(e, t = !1) {
	var n = e.first;
	for (e.first = e.last = null; n !== null;) {
		let e = n.ac;
		e !== null && it(() => {
			e.abort(me);
		});
		var r = n.next;
		n.f & 64 ? n.parent = null : On(n, t), n = r;
	}
}
function Dn(e) {
	for (var t = e.first; t !== null;) {
		var n = t.next;
		t.f & 32 || On(t), t = n;
	}
}
function On(e, t = !0) {
	var n = !1;
	(t || e.f & 262144) && e.nodes !== null && e.nodes.end !== null && (kn(e.nodes.start, e.nodes.end), n = !0), e.f |= x, En(e, t && !n), ir(e, 0);
	var r = e.nodes && e.nodes.t;
	if (r !== null) for (let e of r) e.stop();
	Tn(e), e.f ^= x, e.f |= y;
	var i = e.parent;
	i !== null && i.first !== null && An(e), e.next = e.prev = e.teardown = e.ctx = e.deps = e.fn = e.nodes = e.ac = e.b = null;
}
function kn(e, t) {
	for (; e !== null;) {
		var n = e === t ? null : /* @__PURE__ */ an(e);
		e.remove(), e = n;
	}
}
function An(e) {
	var t = e.parent, n = e.prev, r = e.next;
	n !== null && (n.next = r), r !== null && (r.prev = n), t !== null && (t.first === e && (t.first = r), t.last === e && (t.last = n));
}
function jn(e, t, n = !0) {
	var r = [];
	e.f |= 256, Mn(e, r, !0);
	var i = () => {
		n && On(e), t && t();
	}, a = r.length;
	if (a > 0) {
		var o = () => --a || i();
		for (var s of r) s.out(o);
	} else i();
}
function Mn(e, t, n) {
	if (!(e.f & 8192)) {
		e.f ^= v;
		var r = e.nodes && e.nodes.t;
		if (r !== null) for (let e of r) (e.is_global || n) && t.push(e);
		for (var i = e.first; i !== null;) {
			var a = i.next;
			if (!(i.f & 64)) {
				var o = !!(i.f & 65536) || !!(i.f & 32) && !!(e.f & 16);
				Mn(i, t, o ? n : !1);
			}
			i = a;
		}
	}
}
function Nn(e) {
	e.f &= -257, Pn(e, !0);
}
function Pn(e, t) {
	if (!(e.f & 256) && e.f & 8192) {
		e.f ^= v, e.f & 1024 || (M(e, g), kt.ensure().schedule(e));
		for (var n = e.first; n !== null;) {
			var r = n.next, i = !!(n.f & 65536) || !!(n.f & 32);
			Pn(n, i ? t : !1), n = r;
		}
		var a = e.nodes && e.nodes.t;
		if (a !== null) for (let e of a) (e.is_global || t) && e.in();
	}
}
function Fn(e, t) {
	if (e.nodes) for (var n = e.nodes.start, r = e.nodes.end; n !== null;) {
		var i = n === r ? null : /* @__PURE__ */ an(n);
		t.append(n), n = i;
	}
}
// node_modules/svelte/src/internal/client/legacy.js
var In = null, Ln = !1;
function Rn(e) {
	Ln = e;
}
var H = null, zn = !1;
function Bn(e) {
	H = e;
}
var U = null;
function Vn(e) {
	U = e;
}
var Hn = null;
function Un(e) {
	H !== null && (H.f & 2097152 || H.f & 2) && (Hn ??= /* @__PURE__ */ new Set()).add(e);
}
var Wn = null, Gn = 0, Kn = null;
function qn(e) {
	Kn = e;
}
var Jn = 1, Yn = 0, Xn = Yn;
function Zn(e) {
	Xn = e;
}
function Qn() {
	return ++Jn;
}
function $n(e) {
	var t = e.f;
	if (t & 2048) return !0;
	if (t & 4096) {
		for (var n = e.deps, r = n.length, i = 0; i < r; i++) {
			var a = n[i];
			if ($n(a) && gt(a), a.wv > e.wv) return !0;
		}
		t & 512 && xt === null && M(e, h);
	}
	return !1;
}
function er(e, t, n = !0) {
	var r = e.reactions;
	if (r !== null && !(Hn !== null && Hn.has(e))) for (var i = 0; i < r.length; i++) {
		var a = r[i];
		a.f & 2 ? er(a, t, !1) : t === a && (n ? M(a, g) : a.f & 1024 && M(a, _), Pt(a));
	}
}
function tr(e) {
	var t = Wn, n = Gn, r = Kn, i = H, a = Hn, o = k, s = zn, c = Xn, l = e.f;
	Wn = null, Gn = 0, Kn = null, H = l & 96 ? null : e, Hn = null, We(e.ctx), zn = !1, Xn = ++Yn, e.ac !== null && (it(() => {
		e.ac.abort(me);
	}), e.ac = null);
	try {
		e.f |= ne;
		var u = e.fn, d = u();
		e.f |= b;
		var f = nr(e);
		if (qe() && Kn !== null && !zn && f !== null && !(e.f & 6146)) for (var p = 0; p < Kn.length; p++) er(Kn[p], e);
		if (i !== null && i !== e) {
			if (Yn++, i.deps !== null) for (let e = 0; e < n; e += 1) i.deps[e].rv = Yn;
			if (t !== null) for (let e of t) e.rv = Yn;
			Kn !== null && (r === null ? r = Kn : r.push(...Kn));
		}
		return e.f & 8388608 && (e.f ^= ie), d;
	} catch (t) {
		return nr(e), un(t);
	} finally {
		e.f ^= ne, Wn = t, Gn = n, Kn = r, H = i, Hn = a, We(o), zn = s, Xn = c;
	}
}
function nr(e) {
	var t = e.deps, n = P?.is_fork;
	if (Wn !== null) {
		var r;
		if (n || ir(e, Gn), t !== null && Gn > 0) for (t.length = Gn + Wn.length, r = 0; r < Wn.length; r++) t[Gn + r] = Wn[r];
		else e.deps = t = Wn;
		if (hn() && e.f & 512) for (r = Gn; r < t.length; r++) (t[r].reactions ??= []).push(e);
	} else !n && t !== null && Gn < t.length && (ir(e, Gn), t.length = Gn);
	return t;
}
function rr(e, r) {
	let i = r.reactions;
	if (i !== null) {
		var a = t.call(i, e);
		if (a !== -1) {
			var o = i.length - 1;
			o === 0 ? i = r.reactions = null : (i[a] = i[o], i.pop());
		}
	}
	if (i === null && r.f & 2 && (Wn === null || !n.call(Wn, r))) {
		var s = r;
		s.f & 512 && (s.f ^= 512), s.v !== T && $e(s), s.ac !== null && it(() => {
			s.ac.abort(me), s.ac = null, M(s, g);
		}), _t(s), ir(s, 0);
	}
}
function ir(e, t) {
	var n = e.deps;
	if (n !== null) for (var r = t; r < n.length; r++) rr(e, n[r]);
}
function ar(e) {
	var t = e.f;
	if (!(t & 16384)) {
		M(e, h);
		var n = U;
		U = e;
		try {
			t & 16777232 ? Dn(e) : En(e), Tn(e);
			var r = tr(e);
			e.teardown = typeof r == "function" ? r : null, e.wv = Jn;
		} finally {
			U = n;
		}
	}
}
async function or() {
	await Promise.resolve(), At();
}
function W(e) {
	var t = !!(e.f & 2);
	if (In?.add(e), H !== null && !zn && !(U !== null && U.f & 16384) && (Hn === null || !Hn.has(e))) {
		var r = H.deps;
		if (H.f & 2097152) e.rv < Yn && (e.rv = Yn, Wn === null && r !== null && r[Gn] === e ? Gn++ : Wn === null ? Wn = [e] : Wn.push(e));
		else {
			H.deps ??= [], n.call(H.deps, e) || H.deps.push(e);
			var i = e.reactions;
			i === null ? e.reactions = [H] : n.call(i, H) || i.push(H);
		}
	}
	if (Ln && Rt.has(e)) return Rt.get(e);
	if (t) {
		var a = e;
		if (Ln) {
			var o = a.v;
			return (!(a.f & 1024) && a.reactions !== null || cr(a)) && (o = ht(a)), Rt.set(a, o), o;
		}
		var s = !(a.f & 512) && !zn && H !== null && !!(H.f & 512), c = (a.f & b) === 0;
		$n(a) && (s && (a.f |= 512), gt(a)), s && !c && (vt(a), sr(a));
	}
	if (xt?.has(e)) return xt.get(e);
	if (e.f & 8388608) throw e.v;
	return e.v;
}
function sr(e) {
	if (e.f |= 512, e.deps !== null) for (let r of e.deps) {
		var t = r.reactions;
		t === null ? r.reactions = [e] : n.call(t, e) || t.push(e), r.f & 2 && !(r.f & 512) && (vt(r), sr(r));
	}
}
function cr(e) {
	if (e.v === T) return !0;
	if (e.deps === null) return !1;
	for (let t of e.deps) if (Rt.has(t) || t.f & 2 && cr(t)) return !0;
	return !1;
}
function lr(e) {
	var t = zn;
	try {
		return zn = !0, e();
	} finally {
		zn = t;
	}
}
[.../* @__PURE__ */ "allowfullscreen.async.autofocus.autoplay.checked.controls.default.disabled.formnovalidate.indeterminate.inert.ismap.loop.multiple.muted.nomodule.novalidate.open.playsinline.readonly.required.reversed.seamless.selected.webkitdirectory.defer.disablepictureinpicture.disableremoteplayback".split(".")];
var ur = ["touchstart", "touchmove"];
function dr(e) {
	return ur.includes(e);
}
// node_modules/svelte/src/internal/client/dev/css.js
var fr = Symbol("events"), pr = /* @__PURE__ */ new Set(), mr = /* @__PURE__ */ new Set();
function hr(e, t, n, r = {}) {
	function i(e) {
		if (r.capture || br.call(t, e), !e.cancelBubble) return it(() => n?.call(this, e));
	}
	return e.startsWith("pointer") || e.startsWith("touch") || e === "wheel" ? (i.__removed = !1, Xe(() => {
		i.__removed || t.addEventListener(e, i, r);
	})) : t.addEventListener(e, i, r), i;
}
function gr(e, t, n, r, i) {
	var a = {
		capture: r,
		passive: i
	}, o = hr(e, t, n, a);
	(t === document.body || t === window || t === document || t instanceof HTMLMediaElement) && gn(() => {
		o.__removed = !0, t.removeEventListener(e, o, a);
	});
}
function G(e, t, n) {
	(t[fr] ??= {})[e] = n;
}
function _r(e) {
	for (var t = 0; t < e.length; t++) pr.add(e[t]);
	for (var n of mr) n(e);
}
var vr = null, yr = !1;
function br(e) {
	var t = this, n = t.ownerDocument, r = e.type, a = e.composedPath?.() || [], o = a[0] || e.target;
	vr = e, yr || (yr = !0, setTimeout(() => {
		yr = !1, vr = null;
	}));
	var s = 0, c = vr === e && e[fr];
	if (c) {
		var l = a.indexOf(c);
		if (l !== -1 && (t === document || t === window)) {
			e[fr] = t;
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
		var d = H, f = U;
		Bn(null), Vn(null);
		try {
			for (var p, m = []; o !== null && o !== t;) {
				try {
					var h = o[fr]?.[r];
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
			e[fr] = t, delete e.currentTarget, Bn(d), Vn(f);
		}
	}
}
// node_modules/svelte/src/internal/client/dom/reconciler.js
var xr = globalThis?.window?.trustedTypes && /* @__PURE__ */ globalThis.window.trustedTypes.createPolicy("svelte-trusted-html", { createHTML: (e) => e });
function Sr(e) {
	return xr?.createHTML(e) ?? e;
}
function Cr(e) {
	var t = cn("template");
	return t.innerHTML = Sr(e.replaceAll("<!>", "<!---->")), t.content;
}
// node_modules/svelte/src/internal/client/dom/template.js
function wr(e, t) {
	var n = U;
	n.nodes === null && (n.nodes = {
		start: e,
		end: t,
		a: null,
		t: null
	});
}
/*#__NO_SIDE_EFFECTS__*/
function K(e, t) {
	var n = !!(t & 1), r = !!(t & 2), i, a = !e.startsWith("<!>");
	return () => {
		if (E) return wr(D, null), D;
		i === void 0 && (i = Cr(a ? e : "<!>" + e), n || (i = /* @__PURE__ */ rn(i)));
		var t = r || Qt ? document.importNode(i, !0) : i.cloneNode(!0);
		if (n) {
			var o = /* @__PURE__ */ rn(t), s = t.lastChild;
			wr(o, s);
		} else wr(t, t);
		return t;
	};
}
/*#__NO_SIDE_EFFECTS__*/
function Tr(e, t, n = "svg") {
	var r = !e.startsWith("<!>"), i = !!(t & 1), a = `<${n}>${r ? e : "<!>" + e}</${n}>`, o;
	return () => {
		if (E) return wr(D, null), D;
		if (!o) {
			var e = /* @__PURE__ */ rn(Cr(a));
			if (i) for (o = document.createDocumentFragment(); /* @__PURE__ */ rn(e);) o.appendChild(/* @__PURE__ */ rn(e));
			else o = /* @__PURE__ */ rn(e);
		}
		var t = o.cloneNode(!0);
		if (i) {
			var n = /* @__PURE__ */ rn(t), r = t.lastChild;
			wr(n, r);
		} else wr(t, t);
		return t;
	};
}
/*#__NO_SIDE_EFFECTS__*/
function Er(e, t) {
	return /* @__PURE__ */ Tr(e, t, "svg");
}
function Dr(e = "") {
	if (!E) {
		var t = nn(e + "");
		return wr(t, t), t;
	}
	var n = D;
	return n.nodeType === 3 ? ln(n) : (n.before(n = nn()), Se(n)), wr(n, n), n;
}
function Or() {
	if (E) return wr(D, null), D;
	var e = document.createDocumentFragment(), t = document.createComment(""), n = nn();
	return e.append(t, n), wr(t, n), e;
}
function q(e, t) {
	if (E) {
		var n = U;
		n.f & 32768 && n.nodes.end !== null || (n.nodes.end = D), Ce();
	} else e !== null && e.before(t);
}
// node_modules/svelte/src/reactivity/create-subscriber.js
function kr(e) {
	let t = 0, n = Bt(0), r;
	return () => {
		hn() && (W(n), Sn(() => (t === 0 && (r = lr(() => e(() => Kt(n)))), t += 1, () => {
			Xe(() => {
				--t, t === 0 && (r?.(), r = void 0, Kt(n));
			});
		})));
	};
}
// node_modules/svelte/src/internal/client/dom/blocks/boundary.js
var Ar = S | C;
function jr(e, t, n, r) {
	new Mr(e, t, n, r);
}
var Mr = class {
	parent;
	is_pending = !1;
	transform_error;
	#e;
	#t = E ? D : null;
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
	#m = kr(() => (this.#p = Bt(this.#l), () => {
		this.#p = null;
	}));
	constructor(e, t, n, r) {
		this.#e = e, this.#n = t, this.#r = (e) => {
			var t = U;
			t.b = this, t.f |= 128, n(e);
		}, this.parent = U.b, this.transform_error = r ?? this.parent?.transform_error ?? ((e) => e), this.#i = Cn(() => {
			if (E) {
				let e = Ee(this.#t);
				Ce();
				let t = e === "[!";
				if (e.startsWith("[?")) {
					let t = JSON.parse(e.slice(2));
					this.#g(t);
				} else t ? this.#y() : this.#h();
			} else this.#b();
		}, Ar), E && (this.#e = D);
	}
	#h() {
		try {
			this.#a = wn(() => this.#r(this.#e));
		} catch (e) {
			this.error(e);
		}
	}
	#g(e) {
		let t = this.#n.failed, { reset: n, invoke_onerror: r } = this.#_(e);
		Xe(r), t && (this.#s = wn(() => {
			t(this.#e, () => e, () => n);
		}));
	}
	#_(e) {
		var t = !1, n = !1;
		let r = () => {
			this.#v() || (t ? be() : (t = !0, n && Ve(), this.#s !== null && jn(this.#s, () => {
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
					dn(e, this.#i && this.#i.parent);
				}
			}
		};
	}
	#v() {
		return (this.#i.f & (y | x)) !== 0;
	}
	#y() {
		let e = this.#n.pending;
		e && (this.is_pending = !0, this.#o = wn(() => e(this.#e)), Xe(() => {
			if (!this.#v()) {
				var e = this.#c = document.createDocumentFragment(), t = nn(), n = !1;
				e.append(t), this.#a = this.#S(() => {
					try {
						return wn(() => this.#r(t));
					} catch (e) {
						try {
							this.error(e), n = !0;
						} catch (e) {
							dn(e, this.#i.parent);
						}
						return null;
					}
				}), this.#a === null ? (this.#c = null, n && this.#x(P)) : this.#u === 0 && (this.#e.before(e), this.#c = null, jn(this.#o, () => {
					this.#o = null;
				}), this.#x(P));
			}
		}));
	}
	#b() {
		try {
			if (this.is_pending = this.has_pending_snippet(), this.#u = 0, this.#l = 0, this.#a = wn(() => {
				this.#r(this.#e);
			}), this.#u > 0) {
				var e = this.#c = document.createDocumentFragment();
				Fn(this.#a, e);
				let t = this.#n.pending;
				this.#o = wn(() => t(this.#e));
			} else this.#x(P);
		} catch (e) {
			this.error(e);
		}
	}
	#x(e) {
		this.is_pending = !1, e.transfer_reactions(this.#f);
	}
	defer_effect(e) {
		et(e, this.#f);
	}
	is_rendered() {
		return !this.is_pending && (!this.parent || this.parent.is_rendered());
	}
	has_pending_snippet() {
		return !!this.#n.pending;
	}
	#S(e) {
		var t = U, n = H, r = k;
		Vn(this.#i), Bn(this.#i), We(this.#i.ctx);
		try {
			return kt.ensure(), e();
		} finally {
			Vn(t), Bn(n), We(r);
		}
	}
	#C(e, t) {
		this.has_pending_snippet() ? (this.#u += e, this.#u === 0 && (this.#x(t), this.#o && jn(this.#o, () => {
			this.#o = null;
		}), this.#c &&= (this.#e.before(this.#c), null))) : this.parent && this.parent.#C(e, t);
	}
	update_pending_count(e, t) {
		this.#C(e, t), this.#l += e, !this.#p || this.#d || (this.#d = !0, Xe(() => {
			this.#d = !1, this.#p && Wt(this.#p, this.#l);
		}));
	}
	get_effect_pending() {
		return this.#m(), W(this.#p);
	}
	error(e) {
		if (e === w || !this.#n.onerror && !this.#n.failed) throw e;
		P?.is_fork ? (this.#a && P.skip_effect(this.#a), this.#o && P.skip_effect(this.#o), this.#s && P.skip_effect(this.#s), P.oncommit(() => {
			this.#v() || this.#w(e);
		})) : this.#w(e);
	}
	#w(e) {
		this.#a &&= (On(this.#a), null), this.#o &&= (On(this.#o), null), this.#s &&= (On(this.#s), null), E && (Se(this.#t), we(), Se(Te()));
		let t = this.#n.failed, n = (e) => {
			if (this.#v()) return;
			let { reset: n, invoke_onerror: r } = this.#_(e);
			r(), t && !this.#v() && (this.#s = this.#S(() => {
				try {
					return wn(() => {
						var r = U;
						r.b = this, r.f |= 128, t(this.#e, () => e, () => n);
					});
				} catch (e) {
					return dn(e, this.#i.parent), null;
				}
			}));
		};
		Xe(() => {
			if (!this.#v()) {
				var t;
				try {
					t = this.transform_error(e);
				} catch (e) {
					dn(e, this.#i && this.#i.parent);
					return;
				}
				typeof t == "object" && t && typeof t.then == "function" ? t.then(n, (e) => dn(e, this.#i && this.#i.parent)) : n(t);
			}
		});
	}
};
function J(e, t) {
	var n = t == null ? "" : typeof t == "object" ? `${t}` : t;
	n !== (e[fe] ??= e.nodeValue) && (e[fe] = n, e.nodeValue = `${n}`);
}
function Nr(e, t) {
	return Fr(e, t);
}
var Pr = /* @__PURE__ */ new Map();
function Fr(e, { target: t, anchor: n, props: i = {}, events: a, context: o, intro: s = !0, transformError: c }) {
	tn();
	var l = void 0, u = yn(() => {
		var s = n ?? t.appendChild(nn());
		jr(s, { pending: () => {} }, (t) => {
			A({});
			var n = k;
			if (o && (n.c = o), a && (i.$$events = a), E && wr(t, null), l = e(t, i) || Ke(), E && (U.nodes.end = D, D === null || D.nodeType !== 8 || D.data !== "]")) throw ve(), w;
			j();
		}, c);
		var u = /* @__PURE__ */ new Set(), d = (e) => {
			for (var n = 0; n < e.length; n++) {
				var r = e[n];
				if (!u.has(r)) {
					u.add(r);
					var i = dr(r);
					for (let e of [t, document]) {
						var a = Pr.get(e);
						a === void 0 && (a = /* @__PURE__ */ new Map(), Pr.set(e, a));
						var o = a.get(r);
						o === void 0 ? (e.addEventListener(r, br, { passive: i }), a.set(r, 1)) : a.set(r, o + 1);
					}
				}
			}
		};
		return d(r(pr)), mr.add(d), () => {
			for (var e of u) for (let n of [t, document]) {
				var r = Pr.get(n), i = r.get(e);
				--i == 0 ? (n.removeEventListener(e, br), r.delete(e), r.size === 0 && Pr.delete(n)) : r.set(e, i);
			}
			mr.delete(d), s !== n && s.parentNode?.removeChild(s);
		};
	});
	return Ir.set(l, u), l;
}
var Ir = /* @__PURE__ */ new WeakMap();
function Lr(e, t) {
	let n = Ir.get(e);
	return n ? (Ir.delete(e), n(t)) : Promise.resolve();
}
// node_modules/svelte/src/internal/client/dom/blocks/branches.js
var Rr = class {
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
			if (n) Nn(n), this.#r.delete(t);
			else {
				var r = this.#n.get(t);
				r && (Nn(r.effect), this.#t.set(t, r.effect), this.#n.delete(t), r.fragment.lastChild.remove(), this.anchor.before(r.fragment), n = r.effect);
			}
			for (let [t, n] of this.#e) {
				if (this.#e.delete(t), t === e) break;
				let r = this.#n.get(n);
				r && (On(r.effect), this.#n.delete(n));
			}
			for (let [e, r] of this.#t) {
				if (e === t || this.#r.has(e)) continue;
				let i = () => {
					if (Array.from(this.#e.values()).includes(e)) {
						var t = document.createDocumentFragment();
						Fn(r, t), t.append(nn()), this.#n.set(e, {
							effect: r,
							fragment: t
						});
					} else On(r);
					this.#r.delete(e), this.#t.delete(e);
				};
				this.#i || !n ? (this.#r.add(e), jn(r, i, !1)) : i();
			}
		}
	};
	#o = (e) => {
		this.#e.delete(e);
		let t = Array.from(this.#e.values());
		for (let [e, n] of this.#n) t.includes(e) || (On(n.effect), this.#n.delete(e));
	};
	ensure(e, t) {
		var n = P, r = sn();
		if (t && !this.#t.has(e) && !this.#n.has(e)) {
			if (r) {
				var i = document.createDocumentFragment(), a = nn();
				i.append(a), this.#n.set(e, {
					effect: wn(() => t(a)),
					fragment: i
				});
			} else this.#t.set(e, wn(() => t(this.anchor)));
		}
		if (this.#e.set(n, e), r) {
			for (let [t, r] of this.#t) t === e ? n.unskip_effect(r) : n.skip_effect(r);
			for (let [t, r] of this.#n) t === e ? n.unskip_effect(r.effect) : n.skip_effect(r.effect);
			n.oncommit(this.#a), n.ondiscard(this.#o);
		} else E && (this.anchor = D), this.#a(n);
	}
};
// node_modules/svelte/src/internal/client/dom/blocks/if.js
function Y(e, t, n = !1) {
	var r;
	E && (r = D, Ce());
	var i = new Rr(e), a = n ? S : 0;
	function o(e, t) {
		if (E) {
			var n = Ee(r);
			if (e !== parseInt(n.substring(1))) {
				var a = Te();
				Se(a), i.anchor = a, xe(!1), i.ensure(e, t), xe(!0);
				return;
			}
		}
		i.ensure(e, t);
	}
	Cn(() => {
		var e = !1;
		t((t, n = 0) => {
			e = !0, o(n, t);
		}), e || o(-1, null);
	}, a);
}
// node_modules/svelte/src/internal/client/dom/blocks/each.js
function zr(e, t) {
	return t;
}
function Br(e, t, n) {
	for (var i = [], a = t.length, o, s = t.length, c = 0; c < a; c++) {
		let n = t[c];
		jn(n, () => {
			if (o) {
				if (o.pending.delete(n), o.done.add(n), o.pending.size === 0) {
					var t = e.outrogroups;
					Vr(e, r(o.done)), t.delete(o), t.size === 0 && (e.outrogroups = null);
				}
			} else --s;
		}, !1);
	}
	if (s === 0) {
		var l = i.length === 0 && n !== null && e.pending.size === 0;
		if (l) {
			var u = n, d = u.parentNode;
			on(d), d.append(u), e.items.clear();
		}
		Vr(e, t, !l);
	} else o = {
		pending: new Set(t),
		done: /* @__PURE__ */ new Set()
	}, (e.outrogroups ??= /* @__PURE__ */ new Set()).add(o);
}
function Vr(e, t, n = !0) {
	var r;
	if (e.pending.size > 0) {
		r = /* @__PURE__ */ new Set();
		for (let t of e.pending.values()) for (let n of t) r.add(e.items.get(n).e);
	}
	for (var i = 0; i < t.length; i++) {
		var a = t[i];
		r?.has(a) ? (a.f |= te, Fn(a, document.createDocumentFragment())) : On(t[i], n);
	}
}
var Hr;
function X(t, n, i, a, o, s = null) {
	var c = t, l = /* @__PURE__ */ new Map();
	if (n & 4) {
		var u = t;
		c = E ? Se(/* @__PURE__ */ rn(u)) : u.appendChild(nn());
	}
	E && Ce();
	var d = null, f = /* @__PURE__ */ pt(() => {
		var t = i();
		return e(t) ? t : t == null ? [] : r(t);
	}), p = /* @__PURE__ */ new Map(), m = !0;
	function h(e) {
		if (!(_.effect.f & 16384)) {
			_.pending.delete(e);
			var t = W(f);
			_.fallback = d, Wr(_, t, c, n, a), d !== null && (t.length === 0 ? d.f & 33554432 ? (d.f ^= te, Kr(d, null, c)) : Nn(d) : jn(d, () => {
				d = null;
			}));
		}
	}
	function g(e) {
		_.pending.delete(e);
	}
	var _ = {
		effect: Cn(() => {
			var e = W(f), t = e.length;
			let r = !1;
			E && Ee(c) === "[!" != (t === 0) && (c = Te(), Se(c), xe(!1), r = !0);
			for (var u = /* @__PURE__ */ new Set(), _ = P, v = sn(), y = 0; y < t; y += 1) {
				E && D.nodeType === 8 && D.data === "]" && (c = D, r = !0, xe(!1));
				var b = e[y], x = a(b, y), S = m ? null : l.get(x);
				S ? (S.v && Wt(S.v, b), S.i && Wt(S.i, y), v && _.unskip_effect(S.e)) : (S = Gr(l, m ? c : Hr ??= nn(), b, x, y, o, n, i), m || (S.e.f |= te), l.set(x, S)), u.add(x);
			}
			if (t === 0 && s && !d && (m ? d = wn(() => s(c)) : (d = wn(() => s(Hr ??= nn())), d.f |= te)), t > u.size && Me("", "", ""), E && t > 0 && Se(Te()), !m) {
				if (p.set(_, u), v) {
					for (let [e, t] of l) u.has(e) || _.skip_effect(t.e);
					_.oncommit(h), _.ondiscard(g);
				} else h(_);
			}
			r && xe(!0), W(f);
		}),
		flags: n,
		items: l,
		pending: p,
		outrogroups: null,
		fallback: d
	};
	m = !1, E && (c = D);
}
function Ur(e) {
	for (; e !== null && !(e.f & 32);) e = e.next;
	return e;
}
function Wr(e, t, n, i, a) {
	var o = !!(i & 8), s = t.length, c = e.items, l = Ur(e.effect.first), u, d = null, f, p = [], m = [], h, g, _, v;
	if (o) for (v = 0; v < s; v += 1) h = t[v], g = a(h, v), _ = c.get(g).e, _.f & 33554432 || (_.nodes?.a?.measure(), (f ??= /* @__PURE__ */ new Set()).add(_));
	for (v = 0; v < s; v += 1) {
		if (h = t[v], g = a(h, v), _ = c.get(g).e, e.outrogroups !== null) for (let t of e.outrogroups) t.pending.delete(_), t.done.delete(_);
		if (_.f & 8192 && (Nn(_), o && (_.nodes?.a?.unfix(), (f ??= /* @__PURE__ */ new Set()).delete(_))), _.f & 33554432) {
			if (_.f ^= te, _ === l) Kr(_, null, n);
			else {
				var y = d ? d.next : l;
				_ === e.effect.last && (e.effect.last = _.prev), _.prev && (_.prev.next = _.next), _.next && (_.next.prev = _.prev), qr(e, d, _), qr(e, _, y), Kr(_, y, n), d = _, p = [], m = [], l = Ur(d.next);
				continue;
			}
		}
		if (_ !== l) {
			if (u !== void 0 && u.has(_)) {
				if (p.length < m.length) {
					var b = m[0], x;
					d = b.prev;
					var S = p[0], C = p[p.length - 1];
					for (x = 0; x < p.length; x += 1) Kr(p[x], b, n);
					for (x = 0; x < m.length; x += 1) u.delete(m[x]);
					qr(e, S.prev, C.next), qr(e, d, S), qr(e, C, b), l = b, d = C, --v, p = [], m = [];
				} else u.delete(_), Kr(_, l, n), qr(e, _.prev, _.next), qr(e, _, d === null ? e.effect.first : d.next), qr(e, d, _), d = _;
				continue;
			}
			for (p = [], m = []; l !== null && l !== _;) (u ??= /* @__PURE__ */ new Set()).add(l), m.push(l), l = Ur(l.next);
			if (l === null) continue;
		}
		_.f & 33554432 || p.push(_), d = _, l = Ur(_.next);
	}
	if (e.outrogroups !== null) {
		for (let t of e.outrogroups) t.pending.size === 0 && (Vr(e, r(t.done)), e.outrogroups?.delete(t));
		e.outrogroups.size === 0 && (e.outrogroups = null);
	}
	if (l !== null || u !== void 0) {
		var ee = [];
		if (u !== void 0) for (_ of u) _.f & 8192 || ee.push(_);
		for (; l !== null;) !(l.f & 8192) && l !== e.fallback && ee.push(l), l = Ur(l.next);
		var ne = ee.length;
		if (ne > 0) {
			var re = i & 4 && s === 0 ? n : null;
			if (o) {
				for (v = 0; v < ne; v += 1) ee[v].nodes?.a?.measure();
				for (v = 0; v < ne; v += 1) ee[v].nodes?.a?.fix();
			}
			Br(e, ee, re);
		}
	}
	o && Xe(() => {
		if (f !== void 0) for (_ of f) _.nodes?.a?.apply();
	});
}
function Gr(e, t, n, r, i, a, o, s) {
	var c = o & 1 ? o & 16 ? Bt(n) : /* @__PURE__ */ Vt(n, !1, !1) : null, l = o & 2 ? Bt(i) : null;
	return {
		v: c,
		i: l,
		e: wn(() => (a(t, c ?? n, l ?? i, s), () => {
			e.delete(r);
		}))
	};
}
function Kr(e, t, n) {
	if (e.nodes) for (var r = e.nodes.start, i = e.nodes.end, a = t && !(t.f & 33554432) ? t.nodes.start : n; r !== null;) {
		var o = /* @__PURE__ */ an(r);
		if (a.before(r), r === i) return;
		r = o;
	}
}
function qr(e, t, n) {
	t === null ? e.effect.first = n : t.next = n, n === null ? e.effect.last = t : n.prev = t;
}
// node_modules/svelte/src/internal/client/dom/blocks/snippet.js
function Jr(e, t, ...n) {
	var r = new Rr(e);
	Cn(() => {
		let e = t() ?? null;
		r.ensure(e, e && ((t) => e(t, ...n)));
	}, S);
}
// node_modules/svelte/src/internal/client/dom/css.js
function Z(e, t) {
	bn(() => {
		e = U?.parent?.nodes?.start ?? e;
		var n = e.getRootNode(), r = n.host ? n : n.head ?? n.ownerDocument.head;
		if (!r.querySelector("#" + t.hash)) {
			let e = cn("style");
			e.id = t.hash, e.textContent = t.code, r.appendChild(e);
		}
	});
}
// node_modules/clsx/dist/clsx.mjs
function Yr(e) {
	var t, n, r = "";
	if (typeof e == "string" || typeof e == "number") r += e;
	else if (typeof e == "object") {
		if (Array.isArray(e)) {
			var i = e.length;
			for (t = 0; t < i; t++) e[t] && (n = Yr(e[t])) && (r && (r += " "), r += n);
		} else for (n in e) e[n] && (r && (r += " "), r += n);
	}
	return r;
}
function Xr() {
	for (var e, t, n = 0, r = "", i = arguments.length; n < i; n++) (e = arguments[n]) && (t = Yr(e)) && (r && (r += " "), r += t);
	return r;
}
// node_modules/svelte/src/internal/shared/attributes.js
function Zr(e) {
	return typeof e == "object" ? Xr(e) : e ?? "";
}
var Qr = [..." 	\n\r\f\xA0\v﻿"];
function $r(e, t, n) {
	var r = e == null ? "" : "" + e;
	if (t && (r = r ? r + " " + t : t), n) {
		for (var i of Object.keys(n)) if (n[i]) r = r ? r + " " + i : i;
		else if (r.length) for (var a = i.length, o = 0; (o = r.indexOf(i, o)) >= 0;) {
			var s = o + a;
			(o === 0 || Qr.includes(r[o - 1])) && (s === r.length || Qr.includes(r[s])) ? r = (o === 0 ? "" : r.substring(0, o)) + r.substring(s + 1) : o = s;
		}
	}
	return r === "" ? null : r;
}
// node_modules/svelte/src/internal/client/dom/elements/class.js
function ei(e, t, n, r, i, a) {
	var o = e[ue];
	if (E || o !== n || o === void 0) {
		var s = $r(n, r, a);
		E && s === e.getAttribute("class") || (s == null ? e.removeAttribute("class") : t ? e.className = s : e.setAttribute("class", s)), e[ue] = n;
	} else if (a && i !== a) for (var c in a) {
		var l = !!a[c];
		(i == null || l !== !!i[c]) && e.classList.toggle(c, l);
	}
	return a;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/select.js
function ti(e, t) {
	t ? e.hasAttribute("selected") || e.setAttribute("selected", "") : e.removeAttribute("selected");
}
function ni(t, n) {
	var r = t.__defaultValue, i = t.multiple, a = i ? r ?? [] : null;
	if (!i || e(a)) {
		var o = t.selectedIndex, s = n && i ? new Set(t.selectedOptions) : null;
		for (var c of t.options) {
			var l = oi(c);
			ti(c, i ? a.includes(l) : Xt(l, r));
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
function ri(t, n, r = !1) {
	if (t.multiple) {
		if (n == null) return;
		if (!e(n)) return ye();
		for (var i of t.options) i.selected = n.includes(oi(i));
	} else {
		for (i of t.options) if (Xt(oi(i), n)) {
			i.selected = !0;
			return;
		}
		r && n === void 0 || (t.selectedIndex = -1);
	}
}
function ii(e) {
	var t = new MutationObserver((t) => {
		t.every(si) || ("__defaultValue" in e && ni(e, !1), "__value" in e && ri(e, e.__value));
	});
	t.observe(e, {
		childList: !0,
		subtree: !0,
		attributes: !0,
		attributeFilter: ["value"]
	}), gn(() => {
		t.disconnect();
	});
}
function ai(e, t, n = t) {
	var r = /* @__PURE__ */ new WeakSet(), i = !0;
	at(e, "change", (t) => {
		var i = t ? "[selected]" : ":checked", a;
		if (e.multiple) a = [].map.call(e.querySelectorAll(i), oi);
		else {
			var o = e.querySelector(i) ?? e.querySelector("option:not([disabled])");
			a = o && oi(o);
		}
		n(a), e.__value = a, P !== null && r.add(P);
	}), bn(() => {
		var a = t();
		if (e === document.activeElement) {
			var o = P;
			if (r.has(o)) return;
		}
		if (ri(e, a, i), i && a === void 0) {
			var s = e.querySelector(":checked");
			s !== null && (a = oi(s), n(a));
		}
		e.__value = a, i = !1;
	});
}
function oi(e) {
	return "__value" in e ? e.__value : e.value;
}
function si(e) {
	if (e.target.closest("selectedcontent") !== null) return !0;
	if (e.type === "childList") {
		var t = [...e.addedNodes, ...e.removedNodes];
		return t.length > 0 && t.every((e) => e.nodeName === "SELECTEDCONTENT");
	}
	return !1;
}
// node_modules/svelte/src/internal/client/dom/elements/attributes.js
var ci = Symbol("is custom element"), li = Symbol("is html"), ui = he ? "link" : "LINK", di = he ? "progress" : "PROGRESS";
function fi(e) {
	if (E) {
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
		e[pe] = n, Xe(n), rt();
	}
}
function pi(e, t) {
	var n = hi(e);
	n.value !== (n.value = t ?? void 0) && (e.value !== t || t === 0 && e.nodeName === di) && (e.value = t ?? "");
}
function mi(e, t) {
	var n = hi(e);
	n.checked !== (n.checked = t ?? void 0) && (e.checked = t);
}
function Q(e, t, n, r) {
	var i = hi(e);
	if (!(E && (i[t] = e.getAttribute(t), t === "src" || t === "srcset" || t === "href" && e.nodeName === ui))) {
		var a = i[t];
		a !== (i[t] = n) && (t === "loading" && (e[ce] = n), n == null ? e.removeAttribute(t) : typeof n != "string" && _i(e).has(t) ? e[t] = n : (!E || typeof n != "number" && typeof n != "boolean" || a !== String(n)) && e.setAttribute(t, n));
	}
}
function hi(e) {
	return e[le] ??= {
		[ci]: e.nodeName.includes("-"),
		[li]: e.namespaceURI === ge
	};
}
var gi = /* @__PURE__ */ new Map();
function _i(e) {
	var t = e.getAttribute("is") || e.nodeName, n = gi.get(t);
	if (n) return n;
	gi.set(t, n = /* @__PURE__ */ new Set());
	for (var r, i = e, a = Element.prototype; a !== i;) {
		for (var s in r = o(i), r) r[s].set && s !== "innerHTML" && s !== "textContent" && s !== "innerText" && n.add(s);
		i = l(i);
	}
	return n;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/input.js
function vi(e, t, n = t) {
	var r = /* @__PURE__ */ new WeakSet();
	at(e, "input", async (i) => {
		var a = i ? e.defaultValue : e.value;
		if (a = Ci(e) ? wi(a) : a, n(a), P !== null && r.add(P), await or(), a !== (a = t())) {
			var o = e.selectionStart, s = e.selectionEnd, c = e.value.length;
			if (e.value = a ?? "", s !== null) {
				var l = e.value.length;
				o === s && s === c && l > c ? (e.selectionStart = l, e.selectionEnd = l) : (e.selectionStart = o, e.selectionEnd = Math.min(s, l));
			}
		}
	}), (E && e.defaultValue !== e.value || lr(t) == null && e.value) && (n(Ci(e) ? wi(e.value) : e.value), P !== null && r.add(P)), Sn(() => {
		var n = t();
		if (e === document.activeElement) {
			var i = P;
			if (r.has(i)) return;
		}
		Ci(e) && n === wi(e.value) || (e.type !== "date" || n || e.value) && n !== e.value && (e.value = n ?? "");
	});
}
var yi = /* @__PURE__ */ new Set();
function bi(e, t, n, r, i = r) {
	var a = n.getAttribute("type") === "checkbox", o = e;
	let s = !1;
	if (t !== null) for (var c of t) o = o[c] ??= [];
	o.push(n), at(n, "change", () => {
		var e = n.__value;
		a && (e = Si(o, e, n.checked)), i(e);
	}, () => i(a ? [] : null)), Sn(() => {
		var e = r();
		E && n.defaultChecked !== n.checked ? s = !0 : a ? (e ||= [], n.checked = e.includes(n.__value)) : n.checked = Xt(n.__value, e);
	}), gn(() => {
		var e = o.indexOf(n);
		e !== -1 && o.splice(e, 1);
	}), yi.has(o) || (yi.add(o), Xe(() => {
		o.sort((e, t) => e.compareDocumentPosition(t) === 4 ? -1 : 1), yi.delete(o);
	})), Xe(() => {
		if (s) {
			var e = a ? Si(o, e, n.checked) : o.find((e) => e.checked)?.__value;
			i(e);
		}
	});
}
function xi(e, t, n = t) {
	at(e, "change", (t) => {
		n(t ? e.defaultChecked : e.checked);
	}), (E && e.defaultChecked !== e.checked || lr(t) == null) && n(e.checked), Sn(() => {
		e.checked = !!t();
	});
}
function Si(e, t, n) {
	for (var r = /* @__PURE__ */ new Set(), i = 0; i < e.length; i += 1) e[i].checked && r.add(e[i].__value);
	return n || r.delete(t), Array.from(r);
}
function Ci(e) {
	var t = e.type;
	return t === "number" || t === "range";
}
function wi(e) {
	return e === "" ? null : +e;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/this.js
function Ti(e, t) {
	return e === t || e?.[ae] === t;
}
function Ei(e = Ke(), t, n, r) {
	var i = k.r, a = U;
	return bn(() => {
		var o, s;
		return Sn(() => {
			o = s, s = r?.() || [], lr(() => {
				Ti(n(...s), e) || (t(e, ...s), o && Ti(n(...o), e) && t(null, ...o));
			});
		}), () => {
			let r = a;
			for (; r !== i && r.parent !== null && r.parent.f & 33554432;) r = r.parent;
			let o = () => {
				s && Ti(n(...s), e) && t(null, ...s);
			}, c = r.teardown;
			r.teardown = () => {
				o(), c?.();
			};
		};
	}), e;
}
// node_modules/svelte/src/internal/client/reactivity/store.js
var Di = !1;
function Oi(e) {
	var t = Di;
	try {
		return Di = !1, [e(), Di];
	} finally {
		Di = t;
	}
}
// node_modules/svelte/src/internal/client/reactivity/props.js
function ki(e, t, n, r) {
	var i = !0, o = !!(n & 8), s = !!(n & 16), c = r, l = !0, u = void 0, d = () => s && i ? (u ??= /* @__PURE__ */ ut(r), W(u)) : (l && (l = !1, c = s ? lr(r) : r), c);
	let f;
	if (o) {
		var p = ae in e || se in e;
		f = a(e, t)?.set ?? (p && t in e ? (n) => e[t] = n : void 0);
	}
	var m, h = !1;
	o ? [m, h] = Oi(() => e[t]) : m = e[t], m === void 0 && r !== void 0 && (m = d(), f && (i && Le(t), f(m)));
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
	var v = !1, y = (n & 1 ? ut : pt)(() => (v = !1, g()));
	o && W(y);
	var b = U;
	return (function(e, t) {
		if (arguments.length > 0) {
			let n = t ? W(y) : i && o ? Jt(e) : e;
			return I(y, n), v = !0, c !== void 0 && (c = n), e;
		}
		return Ln && v || b.f & 16384 ? y.v : W(y);
	});
}
function Ai(e) {
	k === null && Ae("onMount"), _n(() => {
		let t = lr(e);
		if (typeof t == "function") return t;
	});
}
// src/lib/api.svelte.ts
var ji = class extends Error {
	problem;
	constructor(e) {
		super(e.message), this.problem = e;
	}
}, Mi = Array.from(crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(8)), (e) => e.toString(16)).join(""), Ni = /* @__PURE__ */ new Map(), Pi = 300, Fi = 2500, Ii = Jt({ away: !1 });
async function Li(e, t, n = e) {
	Ni.get(n)?.abort();
	let r = new AbortController();
	Ni.set(n, r);
	try {
		for (let n = 0;; n++) {
			let i = await zi(e, t, r.signal);
			if (Ii.away = i === null && n > 1, i !== null) return await Bi(i);
			await Vi(Math.min(Pi * 2 ** n, Fi), r.signal);
		}
	} finally {
		Ni.get(n) === r && Ni.delete(n);
	}
}
function Ri(e) {
	zi = e;
}
var zi = async (e, t, n) => {
	try {
		let r = {
			"Content-Type": "application/json",
			"X-Page": Mi
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
async function Bi(e) {
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
	throw new ji(n);
}
function Vi(e, t) {
	return new Promise((n, r) => {
		let i = setTimeout(n, e);
		t.addEventListener("abort", () => {
			clearTimeout(i), r(t.reason);
		});
	});
}
function Hi(e) {
	return e instanceof ji ? e.problem : e instanceof DOMException && e.name === "AbortError" ? null : {
		error: "Error",
		message: String(e)
	};
}
// src/lib/model.ts
var Ui = {
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
function Wi(e) {
	return e.agents ?? Object.keys(e.relations);
}
function Gi(e) {
	return [.../* @__PURE__ */ new Set([...e.atoms ?? [], ...Object.values(e.worlds).flat()])];
}
function Ki(e) {
	return e ? "edges" in e ? e.edges : "partition" in e ? e.partition.flatMap((e) => qi(e, e)) : e.members.flatMap(([e, t]) => qi([.../* @__PURE__ */ new Set([...e, ...t])], t)) : [];
}
function qi(e, t) {
	return e.flatMap((e) => t.map((t) => [e, t]));
}
function Ji(e, t) {
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
function Yi(e) {
	for (let t = 1;; t++) {
		let n = `w${t}`;
		if (!(n in e.worlds)) return n;
	}
}
function Xi(e, t) {
	let n = oa(e, (e) => "partition" in e ? { partition: [...e.partition, [t]] } : e), r = e.ranks && sa(e.ranks, (e) => ({
		...e,
		[t]: 0
	}));
	return la({
		...e,
		worlds: {
			...e.worlds,
			[t]: []
		},
		relations: n,
		...r && { ranks: r }
	});
}
function Zi(e, t) {
	let n = ca(e.worlds, t), r = oa(e, (e) => "partition" in e ? { partition: e.partition.map((e) => e.filter((e) => e !== t)).filter((e) => e.length) } : { edges: Ki(e).filter(([e, n]) => e !== t && n !== t) }), i = e.ranks && sa(e.ranks, (e) => ca(e, t));
	return la({
		...e,
		worlds: n,
		relations: r,
		actual: e.actual === t ? null : e.actual,
		...i && { ranks: i }
	});
}
function Qi(e, t, n) {
	let r = (e) => e === t ? n : e, i = (e) => Object.fromEntries(Object.entries(e).map(([e, t]) => [r(e), t])), a = oa(e, (e) => "partition" in e ? { partition: e.partition.map((e) => e.map(r)) } : { edges: Ki(e).map(([e, t]) => [r(e), r(t)]) }), o = e.weights && Object.fromEntries(Object.entries(e.weights).map(([e, t]) => [e, i(t)])), s = e.ranks && Object.fromEntries(Object.entries(e.ranks).map(([e, t]) => [e, i(t)]));
	return {
		...e,
		worlds: i(e.worlds),
		relations: a,
		actual: e.actual && r(e.actual),
		...o && { weights: o },
		...s && { ranks: s }
	};
}
function $i(e, t, n) {
	let r = e.worlds[t] ?? [], i = r.includes(n) ? r.filter((e) => e !== n) : [...r, n];
	return {
		...e,
		worlds: {
			...e.worlds,
			[t]: i
		}
	};
}
function ea(e, t) {
	return {
		...e,
		atoms: [.../* @__PURE__ */ new Set([...Gi(e), t])]
	};
}
function ta(e, t) {
	let n = Object.keys(e.worlds).map((e) => [e]);
	return {
		...e,
		agents: [.../* @__PURE__ */ new Set([...Wi(e), t])],
		relations: {
			...e.relations,
			[t]: { partition: n }
		}
	};
}
function na(e, t) {
	let n = (e) => e && ca(e, t);
	return {
		...e,
		agents: Wi(e).filter((e) => e !== t),
		relations: n(e.relations),
		...e.weights && { weights: n(e.weights) },
		...e.threshold && { threshold: n(e.threshold) },
		...e.ranks && { ranks: n(e.ranks) }
	};
}
function ra(e, t, n, r, i) {
	let a = Ki(e.relations[t]), o = a.some(([e, t]) => e === n && t === r), s = Object.keys(e.worlds), c;
	return c = i ? o ? { partition: Ji(s, a.filter(([e, t]) => e !== r && t !== r)) } : { partition: Ji(s, [...a, [n, r]]) } : { edges: o ? a.filter(([e, t]) => e !== n || t !== r) : [...a, [n, r]] }, la({
		...e,
		relations: {
			...e.relations,
			[t]: c
		}
	});
}
function ia(e, t) {
	let n = Ji(Object.keys(e.worlds), Ki(e.relations[t]));
	return la({
		...e,
		relations: {
			...e.relations,
			[t]: { partition: n }
		}
	});
}
function aa(e, t, n, r) {
	let i = e.ranks?.[t] ?? sa(e.worlds, () => 0);
	return la({
		...e,
		ranks: {
			...e.ranks,
			[t]: {
				...i,
				[n]: r
			}
		}
	});
}
function oa(e, t) {
	return sa(e.relations, t);
}
function sa(e, t) {
	return Object.fromEntries(Object.entries(e).map(([e, n]) => [e, t(n)]));
}
function ca(e, t) {
	return Object.fromEntries(Object.entries(e).filter(([e]) => e !== t));
}
function la(e) {
	let { weights: t, threshold: n, ...r } = e;
	return r;
}
// src/lib/share.ts
async function ua(e) {
	let t = await pa(new TextEncoder().encode(JSON.stringify(e)), new CompressionStream("deflate-raw"));
	return btoa(String.fromCharCode(...t)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
var da = 4e6;
async function fa(e) {
	let t = atob(e.replaceAll("-", "+").replaceAll("_", "/")), n = Uint8Array.from(t, (e) => e.charCodeAt(0));
	return JSON.parse(new TextDecoder().decode(await pa(n, new DecompressionStream("deflate-raw"))));
}
async function pa(e, t) {
	let n = new Blob([e]).stream().pipeThrough(t).getReader(), r = [], i = 0;
	for (;;) {
		let { done: e, value: t } = await n.read();
		if (e) break;
		if (i += t.length, i > da) throw Error(`the link holds more than ${da} bytes`);
		r.push(t);
	}
	let a = new Uint8Array(i), o = 0;
	for (let e of r) a.set(e, o), o += e.length;
	return a;
}
// src/lib/session.svelte.ts
var ma = "whoknows", ha = "K_a p", ga = 0, $ = new class {
	topic = ga++;
	closed = !0;
	#e = /* @__PURE__ */ F([{
		id: 0,
		before: null,
		label: "a model",
		model: Ui,
		places: null
	}]);
	get moments() {
		return W(this.#e);
	}
	set moments(e) {
		I(this.#e, e);
	}
	#t = /* @__PURE__ */ F(0);
	get now() {
		return W(this.#t);
	}
	set now(e) {
		I(this.#t, e, !0);
	}
	#n = /* @__PURE__ */ F([]);
	get undone() {
		return W(this.#n);
	}
	set undone(e) {
		I(this.#n, e);
	}
	#r = /* @__PURE__ */ F(null);
	get picture() {
		return W(this.#r);
	}
	set picture(e) {
		I(this.#r, e);
	}
	#i = /* @__PURE__ */ F(null);
	get pictured() {
		return W(this.#i);
	}
	set pictured(e) {
		I(this.#i, e);
	}
	#a = /* @__PURE__ */ F(null);
	get drawing() {
		return W(this.#a);
	}
	set drawing(e) {
		I(this.#a, e);
	}
	#o = /* @__PURE__ */ F(ha);
	get formula() {
		return W(this.#o);
	}
	set formula(e) {
		I(this.#o, e, !0);
	}
	#s = /* @__PURE__ */ F(null);
	get checked() {
		return W(this.#s);
	}
	set checked(e) {
		I(this.#s, e);
	}
	#c = /* @__PURE__ */ F(null);
	get mistake() {
		return W(this.#c);
	}
	set mistake(e) {
		I(this.#c, e);
	}
	#l = /* @__PURE__ */ F(0);
	get part() {
		return W(this.#l);
	}
	set part(e) {
		I(this.#l, e, !0);
	}
	#u = /* @__PURE__ */ F(null);
	get reasons() {
		return W(this.#u);
	}
	set reasons(e) {
		I(this.#u, e);
	}
	#d = /* @__PURE__ */ F(null);
	get proved() {
		return W(this.#d);
	}
	set proved(e) {
		I(this.#d, e);
	}
	#f = /* @__PURE__ */ F(null);
	get refused() {
		return W(this.#f);
	}
	set refused(e) {
		I(this.#f, e);
	}
	#p = /* @__PURE__ */ F(null);
	get selected() {
		return W(this.#p);
	}
	set selected(e) {
		I(this.#p, e, !0);
	}
	#m = /* @__PURE__ */ F([]);
	get lit() {
		return W(this.#m);
	}
	set lit(e) {
		I(this.#m, e);
	}
	#h = /* @__PURE__ */ F([]);
	get eye() {
		return W(this.#h);
	}
	set eye(e) {
		I(this.#h, e);
	}
	#g = /* @__PURE__ */ F(null);
	get story() {
		return W(this.#g);
	}
	set story(e) {
		I(this.#g, e);
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
				let { model: t, places: n, formula: r } = await fa(e);
				this.open(t, "a shared model", n), this.formula = r;
			} else {
				let e = localStorage.getItem(ma);
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
	restore({ moments: e, now: t, formula: n }) {
		e.some((e) => e.id === t) && ([this.moments, this.now, this.formula] = [
			e,
			t,
			n
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
			formula: this.formula
		};
		try {
			localStorage.setItem(ma, JSON.stringify(e));
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
		return `${location.origin}${location.pathname}#${await ua(t)}`;
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
			places: n ?? this.placesNow()
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
	async place(e) {
		this.moments = this.moments.map((t) => t.id === this.now ? {
			...t,
			places: e
		} : t), await this.draw(), this.save();
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
			this.picture = await Li("picture", {
				model: e,
				places: t
			}, `picture ${this.topic}`), this.pictured = e, this.drawing = null;
		} catch (e) {
			let t = Hi(e);
			t && ([this.drawing, this.picture] = [t, null]);
		}
	}
	async check() {
		if (!this.formula.trim()) [this.checked, this.mistake] = [null, null];
		else try {
			this.checked = await Li("formula", {
				model: this.model,
				formula: this.formula
			}, `formula ${this.topic}`), [this.mistake, this.part] = [null, 0];
		} catch (e) {
			let t = Hi(e);
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
			this.reasons = (await Li("reasons", {
				model: this.model,
				formula: this.formula,
				at: e
			})).rows;
		} catch (e) {
			this.mistake = Hi(e) ?? this.mistake;
		}
	}
	async prove(e) {
		try {
			this.proved = await Li("proof", {
				formula: this.formula,
				logic: e
			});
		} catch (e) {
			this.mistake = Hi(e) ?? this.mistake;
		}
	}
	async happen(e, t) {
		this.refused = null;
		try {
			let { model: n, parents: r } = await Li("change", {
				model: this.model,
				change: e
			});
			return await this.become(n, t, this.inherited(r)), !0;
		} catch (e) {
			return this.refused = Hi(e) ?? this.refused, !1;
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
}(), _a = ":root{--ink:#1d2129;--pale:#5c6370;--line:#d9dce3;--ground:#f4f5f8;--paper:#fff;--accent:#074a94;--accent-soft:#e6eef8;--true:#ffdc73;--good:#0b6b3a;--bad:#a32018;--bad-soft:#fdeceb;--math:\"STIX Two Text\", \"Cambria Math\", \"DejaVu Serif\", Georgia, serif;--sans:\"Inter\", system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif;--radius:10px}*{box-sizing:border-box}html,body,#app{height:100%}body{background:var(--ground);color:var(--ink);font:15px/1.45 var(--sans);margin:0}h1,h2,h3,p{margin:0}h2{letter-spacing:.02em;color:var(--pale);font-size:13px;font-weight:600}button,input,select,textarea{font:inherit;color:inherit}button,select,.button{border:1px solid var(--line);background:var(--paper);cursor:pointer;border-radius:8px;min-height:34px;padding:4px 12px}button:hover:not(:disabled),.button:hover{background:#fafbfd;border-color:#aeb5c2}button:disabled{color:#767d8a;cursor:default}button.primary{border-color:var(--accent);background:var(--accent);color:#fff}button.primary:hover:not(:disabled){background:#0a5cb5}button.primary:disabled{border-color:var(--line);background:var(--ground);color:#767d8a}button.quiet{background:0 0;border-color:#0000}button[aria-pressed=true]{border-color:var(--accent);background:var(--accent-soft);color:var(--accent)}input[type=text],textarea,select{background:var(--paper);border:1px solid #b9bfca;border-radius:8px;width:100%;min-height:36px;padding:6px 10px}select{width:auto}:focus-visible{outline-offset:1px;outline:3px solid #5b9bea}.card{border:1px solid var(--line);border-radius:var(--radius);background:var(--paper);gap:10px;padding:14px 16px;display:grid}.row{flex-wrap:wrap;align-items:center;gap:8px;display:flex}.pale{color:var(--pale)}.small{font-size:13px}.math{font-family:var(--math);font-size:18px}.problem{border-left:3px solid var(--bad);background:var(--bad-soft);white-space:pre-wrap;overflow-wrap:anywhere;border-radius:4px;padding:8px 12px;font-size:14px}.badge{background:var(--ground);border-radius:999px;padding:1px 9px;font-size:13px;font-weight:600;display:inline-block}.badge.good{color:var(--good);background:#e2f3e9}.badge.bad{background:var(--bad-soft);color:var(--bad)}.hidden{clip-path:inset(50%);white-space:nowrap;width:1px;height:1px;position:absolute;overflow:hidden}@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}";
// node_modules/svelte/src/internal/disclose-version.js
typeof window < "u" && ((window.__svelte ??= {}).v ??= /* @__PURE__ */ new Set()).add("5");
// src/lib/saving.ts
function va(e, t, n) {
	let r = document.createElement("a");
	r.href = URL.createObjectURL(new Blob([e], { type: t })), r.download = n, r.click(), setTimeout(() => URL.revokeObjectURL(r.href), 1e4);
}
function ya(e) {
	return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(e)}`;
}
// src/parts/Sheet.svelte
var ba = /* @__PURE__ */ K("<dialog aria-labelledby=\"sheet-title\" class=\"svelte-7kegbp\"><div class=\"head svelte-7kegbp\"><h2 id=\"sheet-title\"> </h2> <button class=\"quiet\">Close</button></div> <!></dialog>"), xa = {
	hash: "svelte-7kegbp",
	code: "dialog.svelte-7kegbp {width:min(1100px, calc(100vw - 24px));padding:16px 20px 20px;border:0;border-radius:14px;box-shadow:0 20px 60px rgb(0 0 0 / 25%);}dialog.svelte-7kegbp::backdrop {background:rgb(20 24 32 / 45%);}.head.svelte-7kegbp {display:flex;justify-content:space-between;align-items:center;margin-bottom:10px;}"
};
function Sa(e, t) {
	A(t, !0), Z(e, xa);
	let n;
	Ai(() => n.showModal());
	var r = ba(), i = L(r), a = L(i), o = z(a, !0), s = B(a, 2);
	O(i), Jr(B(i, 2), () => t.children), O(r), Ei(r, (e) => n = e, () => n), V(() => J(o, t.title)), gr("close", r, function(...e) {
		t.close?.apply(this, e);
	}), G("click", s, function(...e) {
		t.close?.apply(this, e);
	}), q(e, r), j();
}
_r(["click"]);
// src/lib/formula.ts
function Ca(e, t) {
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
var wa = /(?<![\w'])(Bstrong|Bsafe|Kw|Kv|[KMBECDR](?:\^\d+)?)_(\{[^}]*\}|\w+)/gu;
function Ta(e) {
	let t = [], n = 0;
	for (let r of e.matchAll(wa)) t.push([e.slice(n, r.index) + r[1], r[2].replace(/^\{|\}$/g, "")]), n = r.index + r[0].length;
	return n < e.length && t.push([e.slice(n), ""]), t;
}
// src/parts/Typeset.svelte
var Ea = /* @__PURE__ */ K("<sub class=\"svelte-1iudouo\"> </sub>"), Da = /* @__PURE__ */ K(" <!>", 1), Oa = /* @__PURE__ */ K("<span class=\"math svelte-1iudouo\"></span>"), ka = {
	hash: "svelte-1iudouo",
	code: ".math.svelte-1iudouo {font-size:1.1em;}sub.svelte-1iudouo {font-size:72%;}"
};
function Aa(e, t) {
	A(t, !0), Z(e, ka);
	var n = Oa();
	X(n, 21, () => Ta(t.text), zr, (e, t) => {
		var n = /* @__PURE__ */ N(() => m(W(t), 2));
		let r = () => W(n)[0], i = () => W(n)[1];
		we();
		var a = Da(), o = R(a, !0), s = B(o), c = (e) => {
			var t = Ea(), n = z(t, !0);
			V(() => J(n, i())), q(e, t);
		};
		Y(s, (e) => {
			i() && e(c);
		}), V(() => J(o, r())), q(e, a);
	}), O(n), q(e, n), j();
}
// src/parts/Compare.svelte
var ja = /* @__PURE__ */ K("<option> </option>"), Ma = /* @__PURE__ */ K("<label>Moment <select></select></label>"), Na = /* @__PURE__ */ K("<span class=\"pale\"> </span>"), Pa = /* @__PURE__ */ K("<div class=\"problem\" role=\"alert\"> </div>"), Fa = /* @__PURE__ */ K("<p class=\"pale svelte-hf353t\">There is no other moment yet: change the model, or open a file.</p>"), Ia = /* @__PURE__ */ K("<span class=\"badge good\">bisimilar</span> ", 1), La = /* @__PURE__ */ K("<span class=\"badge bad\">not bisimilar</span> <!> <button>Look where it holds</button>", 1), Ra = /* @__PURE__ */ K("<span class=\"badge bad\">not bisimilar</span>"), za = /* @__PURE__ */ K("<p role=\"status\" class=\"svelte-hf353t\"><!> <span class=\"small pale\"> </span></p> <img alt=\"This model on the left, the other on the right\" class=\"svelte-hf353t\"/>", 1), Ba = /* @__PURE__ */ K("<div class=\"row\"><!> <label class=\"button svelte-hf353t\">A file …<input class=\"hidden\" type=\"file\" accept=\".json,.txt,.smcdel,.graphml\"/></label> <!></div> <!> <!> <!>", 1), Va = {
	hash: "svelte-hf353t",
	code: "img.svelte-hf353t {display:block;max-width:100%;max-height:70vh;margin:10px auto 0;}label.button.svelte-hf353t {display:inline-flex;align-items:center;}label.button.svelte-hf353t:focus-within {outline:3px solid #5b9bea;outline-offset:1px;}p.svelte-hf353t {margin-top:10px;}"
};
function Ha(e, t) {
	A(t, !0), Z(e, Va);
	let n = /* @__PURE__ */ N(() => $.moments.filter((e) => e.id !== $.now)), r = /* @__PURE__ */ F(Jt(String(W(n).at(-1)?.id ?? ""))), i = /* @__PURE__ */ F(null), a = /* @__PURE__ */ F(null), o = /* @__PURE__ */ F(null), s = /* @__PURE__ */ N(() => W(i)?.model ?? W(n).find((e) => String(e.id) === W(r))?.model);
	_n(() => {
		W(s) && c(W(s));
	});
	async function c(e) {
		((e) => {
			var t = m(e, 2);
			I(a, t[0]), I(o, t[1]);
		})([null, null]);
		try {
			I(a, await Li("compare", {
				model: $.model,
				other: e
			}));
		} catch (e) {
			I(o, Hi(e));
		}
	}
	async function l(e) {
		let t = e.currentTarget, n = t.files?.[0];
		if (t.value = "", n) try {
			I(i, {
				name: n.name,
				...await Li("open", {
					name: n.name,
					text: await n.text()
				})
			});
		} catch (e) {
			I(o, Hi(e));
		}
	}
	async function u(e) {
		t.close(), await $.type(e);
	}
	Sa(e, {
		title: "Compare this model with another",
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var c = Ba(), d = R(c), f = L(d), p = (e) => {
				var t = Ma(), a = B(L(t));
				X(a, 21, () => W(n), (e) => e.id, (e, t) => {
					var n = ja(), r = z(n, !0), i = {};
					V((e) => {
						J(r, W(t).label), i !== (i = e) && (n.value = (n.__value = i) ?? "");
					}, [() => String(W(t).id)]), q(e, n);
				}), O(a), ii(a), O(t), G("change", a, () => I(i, null)), ai(a, () => W(r), (e) => I(r, e)), q(e, t);
			};
			Y(f, (e) => {
				W(n).length && e(p);
			});
			var m = B(f, 2), h = B(L(m));
			O(m);
			var g = B(m, 2), _ = (e) => {
				var t = Na(), n = z(t, !0);
				V(() => J(n, W(i).name)), q(e, t);
			};
			Y(g, (e) => {
				W(i) && e(_);
			}), O(d);
			var v = B(d, 2), y = (e) => {
				var t = Pa(), n = z(t, !0);
				V(() => J(n, W(o).message)), q(e, t);
			};
			Y(v, (e) => {
				W(o) && e(y);
			});
			var b = B(v, 2), x = (e) => {
				q(e, Fa());
			};
			Y(b, (e) => {
				W(s) || e(x);
			});
			var S = B(b, 2), C = (e) => {
				var t = za(), n = R(t), r = L(n), i = (e) => {
					var t = Ia(), n = B(R(t));
					V(() => J(n, ` No formula tells them apart${W(a).pointed ? " at the actual worlds" : ""}; dashed lines join
        bisimilar worlds.`)), q(e, t);
				}, o = (e) => {
					var t = La(), n = B(R(t), 2);
					Aa(n, { get text() {
						return W(a).formula;
					} });
					var r = B(n), i = B(r);
					V(() => J(r, ` is ${W(a).pointed ? "true at the actual world" : "true"} on the left and not on the right. `)), G("click", i, () => u(W(a).formula)), q(e, t);
				}, s = (e) => {
					q(e, Ra());
				};
				Y(r, (e) => {
					W(a).same ? e(i) : W(a).formula ? e(o, 1) : e(s, -1);
				});
				var c = z(B(r, 2));
				O(n);
				var l = B(n, 2);
				V((e, t) => {
					J(c, `Atoms that count: ${e ?? ""}.`), Q(l, "src", t);
				}, [() => W(a).atoms.join(", ") || "none", () => ya(W(a).svg)]), q(e, t);
			};
			Y(S, (e) => {
				W(a) && e(C);
			}), G("change", h, l), q(e, c);
		},
		$$slots: { default: !0 }
	}), j();
}
_r(["change", "click"]);
// src/parts/Library.svelte
var Ua = /* @__PURE__ */ K("<div class=\"problem\" role=\"alert\"> </div>"), Wa = /* @__PURE__ */ K("<button class=\"svelte-ww6ogl\"> </button>"), Ga = /* @__PURE__ */ K("<!> <h3 class=\"svelte-ww6ogl\">Start new</h3> <div class=\"tiles svelte-ww6ogl\"></div> <h3 class=\"svelte-ww6ogl\">Puzzles, told step by step</h3> <div class=\"tiles svelte-ww6ogl\"></div>", 1), Ka = {
	hash: "svelte-ww6ogl",
	code: "h3.svelte-ww6ogl {margin:16px 0 8px;font-size:15px;}.tiles.svelte-ww6ogl {display:grid;grid-template-columns:repeat(auto-fill, minmax(200px, 1fr));gap:8px;}.tiles.svelte-ww6ogl button:where(.svelte-ww6ogl) {min-height:48px;text-align:left;}"
};
function qa(e, t) {
	A(t, !0), Z(e, Ka);
	let n = {
		"Knowledge: two worlds, two agents": Ui,
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
	}, r = /* @__PURE__ */ F([]), i = /* @__PURE__ */ F(null);
	Ai(async () => {
		try {
			I(r, (await Li("library", {})).puzzles);
		} catch (e) {
			I(i, Hi(e));
		}
	});
	async function a(e) {
		try {
			let n = await Li("library", { name: e }), r = n.steps.find((e) => e.model)?.model;
			if (!r) {
				I(i, {
					error: "TooLarge",
					message: `${n.title}: its models are too large for the page`
				});
				return;
			}
			t.close(), await $.show(r, n.title), $.story = n;
			let a = n.steps.find((e) => e.formula)?.formula;
			a && await $.type(a);
		} catch (e) {
			I(i, Hi(e));
		}
	}
	async function o(e, n) {
		t.close(), $.formula = "K_a p", await $.show(n, e);
	}
	Sa(e, {
		title: "Library",
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var s = Ga(), c = R(s), l = (e) => {
				var t = Ua(), n = z(t, !0);
				V(() => J(n, W(i).message)), q(e, t);
			};
			Y(c, (e) => {
				W(i) && e(l);
			});
			var u = B(c, 4);
			X(u, 21, () => Object.entries(n), ([e, t]) => e, (e, t) => {
				var n = /* @__PURE__ */ N(() => m(W(t), 2));
				let r = () => W(n)[0], i = () => W(n)[1];
				var a = Wa(), s = z(a, !0);
				V(() => J(s, r())), G("click", a, () => o(r(), i())), q(e, a);
			}), O(u);
			var d = B(u, 4);
			X(d, 21, () => W(r), ({ name: e, title: t }) => e, (e, t) => {
				let n = () => W(t).name, r = () => W(t).title;
				var i = Wa(), o = z(i, !0);
				V(() => J(o, r())), G("click", i, () => a(n())), q(e, i);
			}), O(d), q(e, s);
		},
		$$slots: { default: !0 }
	}), j();
}
_r(["click"]);
// src/parts/Menu.svelte
var Ja = /* @__PURE__ */ K("<button class=\"quiet svelte-17dkck7\"> </button>"), Ya = /* @__PURE__ */ K("<div class=\"list svelte-17dkck7\"></div>"), Xa = /* @__PURE__ */ K("<button> </button>"), Za = /* @__PURE__ */ K("<input class=\"hidden\" type=\"file\" tabindex=\"-1\" aria-hidden=\"true\" accept=\".json,.txt,.smcdel,.graphml\"/> <button>Open</button> <div class=\"menu svelte-17dkck7\"><button aria-haspopup=\"true\">Save as</button> <!></div> <!>", 1), Qa = {
	hash: "svelte-17dkck7",
	code: ".menu.svelte-17dkck7 {position:relative;}.list.svelte-17dkck7 {position:absolute;right:0;z-index:3;display:grid;margin-top:4px;padding:6px;border:1px solid var(--line);border-radius:10px;background:var(--paper);box-shadow:0 10px 30px rgb(0 0 0 / 15%);}.list.svelte-17dkck7 button:where(.svelte-17dkck7) {text-align:left;}"
};
function $a(e, t) {
	A(t, !0), Z(e, Qa);
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
	], r = /* @__PURE__ */ F(!1), i = /* @__PURE__ */ F(""), a;
	async function o(e) {
		I(r, !1);
		try {
			let t = $.checked && $.part === 0 ? $.formula : null, n = await Li("save", {
				model: $.model,
				format: e,
				highlight: t
			});
			va(Uint8Array.from(atob(n.base64), (e) => e.charCodeAt(0)), n.type, n.name);
		} catch (e) {
			$.refused = Hi(e) ?? $.refused;
		}
	}
	async function s() {
		let e = a.files?.[0];
		if (a.value = "", e) try {
			let { model: t } = await Li("open", {
				name: e.name,
				text: await e.text()
			});
			await $.show(t, e.name);
		} catch (e) {
			$.refused = Hi(e) ?? $.refused;
		}
	}
	async function c() {
		let e = await $.link();
		history.replaceState(null, "", e);
		try {
			await navigator.clipboard.writeText(e), I(i, "copied");
		} catch {
			I(i, "in the address");
		}
		setTimeout(() => I(i, ""), 2500);
	}
	var l = Za();
	gr("click", Zt, () => I(r, !1));
	var u = R(l);
	Ei(u, (e) => a = e, () => a);
	var d = B(u, 2), f = B(d, 2), p = L(f), m = B(p, 2), h = (e) => {
		var t = Ya();
		X(t, 20, () => n, (e) => e, (e, t) => {
			var n = Ja(), r = z(n, !0);
			V((e) => J(r, e), [() => t.toUpperCase()]), G("click", n, () => o(t)), q(e, n);
		}), O(t), q(e, t);
	};
	Y(m, (e) => {
		W(r) && e(h);
	}), O(f);
	var g = B(f, 2), _ = (e) => {
		var t = Xa(), n = z(t, !0);
		V(() => J(n, W(i) ? `Link ${W(i)}` : "Share")), G("click", t, c), q(e, t);
	};
	Y(g, (e) => {
		$.embedded || e(_);
	}), V(() => Q(p, "aria-expanded", W(r))), G("change", u, s), G("click", d, () => a.click()), G("click", p, (e) => {
		e.stopPropagation(), I(r, !W(r));
	}), q(e, l), j();
}
_r(["change", "click"]);
// src/parts/DocumentNav.svelte
var eo = /* @__PURE__ */ K("<nav aria-label=\"Document\" class=\"svelte-sysluq\"><button>Library</button> <button title=\"Ctrl+Z\">Undo</button> <button title=\"Ctrl+Shift+Z\">Redo</button> <button title=\"Large, without panels; Escape ends it\">Slide</button> <button>Compare</button> <!></nav> <!> <!>", 1), to = {
	hash: "svelte-sysluq",
	code: "nav.svelte-sysluq {display:flex;flex-wrap:wrap;gap:6px;}"
};
function no(e, t) {
	A(t, !0), Z(e, to);
	let n = ki(t, "slide", 15, !1), r = /* @__PURE__ */ F(!1), i = /* @__PURE__ */ F(!1);
	function a(e) {
		let t = e.composedPath()[0], r = t instanceof HTMLElement && t.matches("input, textarea, select");
		e.key === "Escape" && n() && n(!1), !r && (e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "z" && (e.preventDefault(), e.shiftKey ? $.redo() : $.undo());
	}
	var o = eo();
	gr("keydown", Zt, a);
	var s = R(o), c = L(s), l = B(c, 2), u = B(l, 2), d = B(u, 2), f = B(d, 2);
	$a(B(f, 2), {}), O(s);
	var p = B(s, 2), m = (e) => {
		Ha(e, { close: () => I(i, !1) });
	};
	Y(p, (e) => {
		W(i) && e(m);
	});
	var h = B(p, 2), g = (e) => {
		qa(e, { close: () => I(r, !1) });
	};
	Y(h, (e) => {
		W(r) && e(g);
	}), V(() => {
		l.disabled = !$.canUndo, u.disabled = !$.undone.length, Q(d, "aria-pressed", n());
	}), G("click", c, () => I(r, !0)), G("click", l, () => $.undo()), G("click", u, () => $.redo()), G("click", d, () => n(!n())), G("click", f, () => I(i, !0)), q(e, o), j();
}
_r(["click"]);
// src/parts/Agents.svelte
var ro = /* @__PURE__ */ K("<button class=\"quiet small\">Close to S5</button>"), io = /* @__PURE__ */ K("<p class=\"small pale\"> </p>"), ao = /* @__PURE__ */ K("<li><b> </b> <span class=\"badge\"> </span> <!> <button class=\"quiet small\">Remove</button> <!></li>"), oo = /* @__PURE__ */ K("<span class=\"badge\"> </span>"), so = /* @__PURE__ */ K("<button class=\"small\"> </button>"), co = /* @__PURE__ */ K("<button class=\"quiet small\">All worlds</button>"), lo = /* @__PURE__ */ K("<section class=\"card\" aria-labelledby=\"agents-title\"><h2 id=\"agents-title\">Agents</h2> <ul class=\"svelte-anjw52\"></ul> <form class=\"row svelte-anjw52\"><input type=\"text\" placeholder=\"name\" aria-label=\"Name of a new agent\" class=\"svelte-anjw52\"/> <button>Add agent</button></form> <div class=\"row\" role=\"group\" aria-label=\"Eye view\"><span class=\"small pale\">Through the eyes of</span> <!> <!> <!></div></section>"), uo = {
	hash: "svelte-anjw52",
	code: "ul.svelte-anjw52 {margin:0;padding:0;list-style:none;display:grid;gap:4px;}form.svelte-anjw52 input:where(.svelte-anjw52) {width:140px;}"
};
function fo(e, t) {
	A(t, !0), Z(e, uo);
	let n = /* @__PURE__ */ F(""), r = /* @__PURE__ */ N(() => Wi($.model)), i = /* @__PURE__ */ N(() => $.picture?.frames ?? {});
	async function a(e) {
		e.preventDefault();
		let t = W(n).trim();
		/^\w+$/.test(t) && !W(r).includes(t) && (I(n, ""), await $.become(ta($.model, t), `new agent ${t}`));
	}
	var o = lo(), s = B(L(o), 2);
	X(s, 20, () => W(r), (e) => e, (e, t) => {
		var n = ao(), r = L(n), a = z(r, !0), o = B(r, 2), s = z(o, !0), c = B(o, 2), l = (e) => {
			var n = ro();
			G("click", n, () => $.become(ia($.model, t), `${t}: closed to S5`)), q(e, n);
		};
		Y(c, (e) => {
			W(i)[t] && W(i)[t].system !== "S5" && e(l);
		});
		var u = B(c, 2), d = B(u, 2), f = (e) => {
			var n = io(), r = z(n, !0);
			V(() => J(r, W(i)[t].fails)), q(e, n);
		};
		Y(d, (e) => {
			W(i)[t]?.fails && e(f);
		}), O(n), V(() => {
			J(a, t), Q(o, "title", W(i)[t]?.fails), J(s, W(i)[t]?.system ?? "…"), Q(u, "aria-label", `Remove agent ${t ?? ""}`);
		}), G("click", u, () => $.become(na($.model, t), `without ${t}`)), q(e, n);
	}), O(s);
	var c = B(s, 2), l = L(c);
	fi(l);
	var u = B(l, 2);
	O(c);
	var d = B(c, 2), f = B(L(d), 2);
	X(f, 17, () => $.eye, zr, (e, t) => {
		var n = oo(), r = z(n, !0);
		V(() => J(r, W(t))), q(e, n);
	});
	var p = B(f, 2);
	X(p, 16, () => W(r), (e) => e, (e, t) => {
		var n = so(), r = z(n);
		V(() => {
			n.disabled = !$.here, J(r, `+ ${t ?? ""}`);
		}), G("click", n, () => $.eye = [...$.eye, t]), q(e, n);
	});
	var m = B(p, 2), h = (e) => {
		var t = co();
		G("click", t, () => $.eye = []), q(e, t);
	};
	Y(m, (e) => {
		$.eye.length && e(h);
	}), O(d), O(o), V((e) => u.disabled = e, [() => !/^\w+$/.test(W(n).trim())]), gr("submit", c, a), vi(l, () => W(n), (e) => I(n, e)), q(e, o), j();
}
_r(["click"]);
// src/lib/events.ts
function po(e) {
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
function mo(e) {
	let t = e.boxes.length, n = ho(e.boxes.map((e) => e.name)), r = Object.fromEntries(Object.entries(e.sees).map(([e, n]) => [e, [...n, [t]]]));
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
function ho(e) {
	for (let t = 1;; t++) if (!e.includes(`e${t}`)) return `e${t}`;
}
function go(e, t) {
	let n = (e) => e.filter((e) => e !== t).map((e) => e > t ? e - 1 : e), r = (e) => e.filter((e, n) => n !== t), i = Object.fromEntries(Object.entries(e.sees).map(([e, t]) => [e, r(t).map(n)])), a = e.happens === null || e.happens === t ? null : e.happens - Number(e.happens > t);
	return {
		boxes: r(e.boxes),
		sees: i,
		happens: a
	};
}
function _o(e, t, n, r) {
	let i = e.sees[t] ?? e.boxes.map(() => []), a = i[n].includes(r) ? i[n].filter((e) => e !== r) : [...i[n], r].sort((e, t) => e - t);
	return {
		...e,
		sees: {
			...e.sees,
			[t]: i.map((e, t) => t === n ? a : e)
		}
	};
}
function vo(e, t) {
	let n = e.boxes.map(({ name: e }) => yo(e)), r = e.boxes.map(({ pre: e, post: t }, r) => {
		let i = t.trim() ? `; ${t.trim().replace(/^;|;$/g, "")}` : "";
		return `event ${n[r]}: pre ${e.trim() || "true"}${i}`;
	});
	e.happens !== null && r.push(`actual: ${n[e.happens]}`);
	for (let i of t) {
		let t = (e.sees[i] ?? e.boxes.map((e, t) => [t])).flatMap((e, t) => e.length ? [`${n[t]} -> ${e.map((e) => n[e]).join(" ")}`] : []);
		r.push(`agent ${yo(i)}: ${t.join(" | ")}`);
	}
	return r.join("\n");
}
function yo(e) {
	return /^[\p{L}\p{N}_'.·]+$/u.test(e) ? e : JSON.stringify(e);
}
// src/parts/EventBoxes.svelte
var bo = /* @__PURE__ */ K("<button type=\"button\" class=\"svelte-1dupc01\"> </button>"), xo = /* @__PURE__ */ K("<div class=\"row small svelte-1dupc01\" role=\"group\"><strong> </strong> considers possible <!></div>"), So = /* @__PURE__ */ K("<fieldset><legend class=\"hidden\"> </legend> <div class=\"row\"><input type=\"text\" class=\"name svelte-1dupc01\"/> <button type=\"button\" class=\"quiet\">×</button></div> <input type=\"text\" placeholder=\"precondition\" spellcheck=\"false\"/> <input type=\"text\" placeholder=\"changes, such as q := true\" spellcheck=\"false\"/> <label class=\"small\"><input type=\"radio\" name=\"happens\"/> it happens</label> <!></fieldset>"), Co = /* @__PURE__ */ K("<div class=\"boxes svelte-1dupc01\"></div> <div class=\"row\"><button type=\"button\">Add an event</button> <label class=\"small\"><input type=\"radio\" name=\"happens\"/> the preconditions decide which happens</label></div>", 1), wo = {
	hash: "svelte-1dupc01",
	code: ".boxes.svelte-1dupc01 {display:grid;gap:10px;}fieldset.svelte-1dupc01 {display:grid;gap:6px;margin:0;padding:10px;border:1.5px solid var(--ink);border-radius:4px;}.happens.svelte-1dupc01 {outline:1.5px solid var(--ink);outline-offset:3px;}.name.svelte-1dupc01 {flex:1;width:auto;font-weight:600;}.row.small.svelte-1dupc01 button:where(.svelte-1dupc01) {min-height:26px;padding:0 8px;}"
};
function To(e, t) {
	A(t, !0), Z(e, wo);
	let n = ki(t, "text", 15), r = /* @__PURE__ */ F(Jt(po(t.agents)));
	_n(() => {
		n(vo(W(r), t.agents));
	});
	let i = (e, t) => W(r).sees[e]?.[t] ?? [t];
	var a = Co(), o = R(a);
	X(o, 21, () => W(r).boxes, zr, (e, n, a) => {
		var o = So();
		let s;
		var c = L(o), l = z(c), u = B(c, 2), d = L(u);
		fi(d), Q(d, "aria-label", `Name of event ${a + 1}`);
		var f = B(d, 2);
		O(u);
		var p = B(u, 2);
		fi(p);
		var m = B(p, 2);
		fi(m);
		var h = B(m, 2), g = L(h);
		fi(g), we(), O(h), X(B(h, 2), 16, () => t.agents, (e) => e, (e, t) => {
			var o = xo(), s = L(o), c = z(s, !0);
			X(B(s, 2), 17, () => W(r).boxes, zr, (e, n, o) => {
				var s = bo(), c = z(s, !0);
				V((e) => {
					Q(s, "aria-pressed", e), J(c, W(n).name);
				}, [() => i(t, a).includes(o)]), G("click", s, () => I(r, _o(W(r), t, a, o), !0)), q(e, s);
			}), O(o), V(() => {
				Q(o, "aria-label", `When ${W(n).name ?? ""} happens, ${t ?? ""} considers possible`), J(c, t);
			}), q(e, o);
		}), O(o), V(() => {
			s = ei(o, 1, "svelte-1dupc01", null, s, { happens: W(r).happens === a }), J(l, `Event ${W(n).name ?? ""}`), Q(f, "aria-label", `Remove event ${W(n).name ?? ""}`), f.disabled = W(r).boxes.length === 1, Q(p, "aria-label", `Precondition of ${W(n).name ?? ""}`), Q(m, "aria-label", `Postconditions of ${W(n).name ?? ""}`), mi(g, W(r).happens === a);
		}), vi(d, () => W(n).name, (e) => W(n).name = e), G("click", f, () => I(r, go(W(r), a), !0)), vi(p, () => W(n).pre, (e) => W(n).pre = e), vi(m, () => W(n).post, (e) => W(n).post = e), G("change", g, () => W(r).happens = a), q(e, o);
	}), O(o);
	var s = B(o, 2), c = L(s), l = B(c, 2), u = L(l);
	fi(u), we(), O(l), O(s), V(() => mi(u, W(r).happens === null)), G("click", c, () => I(r, mo(W(r)), !0)), G("change", u, () => W(r).happens = null), q(e, a), j();
}
_r(["click", "change"]);
// src/parts/Steps.svelte
var Eo = /* @__PURE__ */ K("<div class=\"problem\" role=\"alert\"> </div>"), Do = /* @__PURE__ */ K("<img alt=\"The model before, what happens, and the model after\" class=\"svelte-x796el\"/> <div class=\"row\"><button class=\"primary\">Do it</button></div>", 1), Oo = /* @__PURE__ */ K("<p role=\"status\" class=\"pale\">It is being drawn …</p>"), ko = /* @__PURE__ */ K("<!> <!>", 1), Ao = {
	hash: "svelte-x796el",
	code: "img.svelte-x796el {display:block;max-width:100%;max-height:70vh;margin:0 auto 12px;}"
};
function jo(e, t) {
	A(t, !0), Z(e, Ao);
	let n = /* @__PURE__ */ F(""), r = /* @__PURE__ */ F(null);
	Ai(async () => {
		try {
			I(n, (await Li("steps", {
				model: $.model,
				change: t.change
			})).svg, !0);
		} catch (e) {
			I(r, Hi(e));
		}
	});
	async function i() {
		let [e, n] = [t.change, t.label];
		t.close(), await $.happen(e, n);
	}
	Sa(e, {
		get title() {
			return t.label;
		},
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var a = ko(), o = R(a), s = (e) => {
				var t = Eo(), n = z(t, !0);
				V(() => J(n, W(r).message)), q(e, t);
			};
			Y(o, (e) => {
				W(r) && e(s);
			});
			var c = B(o, 2), l = (e) => {
				var t = Do(), r = R(t), a = z(B(r, 2));
				V((e) => Q(r, "src", e), [() => ya(W(n))]), G("click", a, i), q(e, t);
			}, u = (e) => {
				q(e, Oo());
			};
			Y(c, (e) => {
				W(n) ? e(l) : W(r) || e(u, 1);
			}), q(e, a);
		},
		$$slots: { default: !0 }
	}), j();
}
_r(["click"]);
// src/parts/Changes.svelte
var Mo = /* @__PURE__ */ K("<option> </option>"), No = /* @__PURE__ */ K("<select aria-label=\"Atom\"></select> becomes", 1), Po = /* @__PURE__ */ K("<option>someone outside</option>"), Fo = /* @__PURE__ */ K("<select><!><!></select>"), Io = /* @__PURE__ */ K("<textarea rows=\"6\" aria-label=\"Event model\" spellcheck=\"false\" class=\"svelte-7q06j\"></textarea>"), Lo = /* @__PURE__ */ K("<input type=\"text\" class=\"entry svelte-7q06j\" aria-label=\"What is said or seen\" spellcheck=\"false\" autocomplete=\"off\"/>"), Ro = /* @__PURE__ */ K("<label><input type=\"checkbox\"/> </label>"), zo = /* @__PURE__ */ K("<div class=\"row\" role=\"group\" aria-label=\"Agents\"></div>"), Bo = /* @__PURE__ */ K("<label class=\"small\"><input type=\"checkbox\"/> the others notice</label>"), Vo = /* @__PURE__ */ K("<label class=\"small\"><input type=\"checkbox\"/> radical: all these worlds go before the others</label>"), Ho = /* @__PURE__ */ K("<div class=\"row small\"><label>gain <input type=\"number\" min=\"0\" max=\"1\" step=\"0.05\" class=\"svelte-7q06j\"/></label> <label>loss <input type=\"number\" min=\"0\" max=\"1\" step=\"0.05\" class=\"svelte-7q06j\"/></label></div>"), Uo = /* @__PURE__ */ K("<form class=\"card\" aria-labelledby=\"change-title\"><h2 id=\"change-title\">Change</h2> <div class=\"row\"><select aria-label=\"What happens\"></select> <!> <!></div> <!> <!> <!> <!> <!> <div class=\"row\"><button class=\"primary\">Do it</button> <button type=\"button\">Side by side</button> <button type=\"button\">Contract</button> <button type=\"button\">Only reachable</button></div></form> <!>", 1), Wo = {
	hash: "svelte-7q06j",
	code: ".entry.svelte-7q06j,\n  textarea.svelte-7q06j {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:14px;}input[type=\"number\"].svelte-7q06j {width:80px;padding:4px 6px;}"
};
function Go(e, t) {
	A(t, !0), Z(e, Wo);
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
	}, i = /* @__PURE__ */ F("announce"), a = /* @__PURE__ */ F("p"), o = /* @__PURE__ */ F(Jt([])), s = /* @__PURE__ */ F(""), c = /* @__PURE__ */ F(!0), l = /* @__PURE__ */ F(!0), u = /* @__PURE__ */ F(""), d = /* @__PURE__ */ F(.2), f = /* @__PURE__ */ F(.2), p = /* @__PURE__ */ F("event yes: pre p\nevent no: pre ~p\na: yes | no\nothers: yes no"), h = /* @__PURE__ */ F(""), g = /* @__PURE__ */ F(null), _ = /* @__PURE__ */ N(() => Wi($.model)), v = /* @__PURE__ */ N(() => Gi($.model)), y = /* @__PURE__ */ N(() => W(o).filter((e) => W(_).includes(e))), b = /* @__PURE__ */ N(() => [
		"group",
		"private",
		"peek"
	].includes(W(i)));
	function x() {
		switch (W(i)) {
			case "announce": return [{
				kind: "announce",
				formula: W(a),
				to: null,
				whether: !1
			}, `${W(a)}!`];
			case "whether": return [{
				kind: "announce",
				formula: W(a),
				to: null,
				whether: !0
			}, `${W(a)}?`];
			case "group": return [{
				kind: "announce",
				formula: W(a),
				to: W(y),
				whether: !1
			}, `${W(a)} to ${W(y).join(", ")}`];
			case "private": return [{
				kind: "private",
				formula: W(a),
				to: W(y)
			}, `${W(a)} to ${W(y).join(", ")}, secretly`];
			case "say": return [{
				kind: "say",
				formula: W(a),
				by: W(s) || null,
				to: null
			}, `${W(s) || "someone"} says ${W(a)}`];
			case "peek": return [{
				kind: "peek",
				formula: W(a),
				by: W(y),
				noticed: W(c)
			}, `${W(y).join(", ")} peeks: ${W(a)}`];
			case "set": return [{
				kind: "set",
				atom: W(u) || W(v)[0] || "p",
				formula: W(a)
			}, `${W(u) || W(v)[0]} := ${W(a)}`];
			case "upgrade": return [{
				kind: "upgrade",
				formula: W(a),
				radical: W(l)
			}, `${W(l) ? "⇑" : "↑"} ${W(a)}`];
			case "evidence": return [{
				kind: "evidence",
				agent: W(s) || W(_)[0] || "a",
				formula: W(a),
				gain: W(d),
				loss: W(f)
			}, `evidence for ${W(a)}`];
			case "boxes": return [{
				kind: "events",
				text: W(h),
				event: null
			}, "event model"];
			case "events": return [{
				kind: "events",
				text: W(p),
				event: null
			}, "event model"];
		}
	}
	async function S(e) {
		e.preventDefault(), await $.happen(...x());
	}
	var C = Uo(), ee = R(C), te = B(L(ee), 2), ne = L(te);
	X(ne, 21, () => Object.entries(r), ([e, t]) => e, (e, t) => {
		var n = /* @__PURE__ */ N(() => m(W(t), 2));
		let r = () => W(n)[0], i = () => W(n)[1];
		var a = Mo(), o = z(a, !0), s = {};
		V(() => {
			J(o, i()), s !== (s = r()) && (a.value = (a.__value = s) ?? "");
		}), q(e, a);
	}), O(ne), ii(ne);
	var re = B(ne, 2), ie = (e) => {
		var t = No(), n = R(t);
		X(n, 20, () => W(v), (e) => e, (e, t) => {
			var n = Mo(), r = z(n, !0), i = {};
			V(() => {
				J(r, t), i !== (i = t) && (n.__value = i);
			}), q(e, n);
		}), O(n), ii(n), we(), ai(n, () => W(u), (e) => I(u, e)), q(e, t);
	};
	Y(re, (e) => {
		W(i) === "set" && e(ie);
	});
	var ae = B(re, 2), oe = (e) => {
		var t = Fo(), n = L(t), r = (e) => {
			var t = Po();
			t.value = t.__value = "", q(e, t);
		};
		Y(n, (e) => {
			W(i) === "say" && e(r);
		}), X(B(n), 16, () => W(_), (e) => e, (e, t) => {
			var n = Mo(), r = z(n, !0), i = {};
			V(() => {
				J(r, t), i !== (i = t) && (n.__value = i);
			}), q(e, n);
		}), O(t), ii(t), V(() => Q(t, "aria-label", W(i) === "say" ? "Speaker" : "Agent")), ai(t, () => W(s), (e) => I(s, e)), q(e, t);
	};
	Y(ae, (e) => {
		(W(i) === "say" || W(i) === "evidence") && e(oe);
	}), O(te);
	var se = B(te, 2), ce = (e) => {
		To(e, {
			get agents() {
				return W(_);
			},
			get text() {
				return W(h);
			},
			set text(e) {
				I(h, e, !0);
			}
		});
	}, le = (e) => {
		var t = Io();
		tt(t), vi(t, () => W(p), (e) => I(p, e)), q(e, t);
	}, ue = (e) => {
		var t = Lo();
		fi(t), vi(t, () => W(a), (e) => I(a, e)), q(e, t);
	};
	Y(se, (e) => {
		W(i) === "boxes" ? e(ce) : W(i) === "events" ? e(le, 1) : e(ue, -1);
	});
	var de = B(se, 2), fe = (e) => {
		var t = zo();
		X(t, 20, () => W(_), (e) => e, (e, t) => {
			var r = Ro(), i = L(r);
			fi(i);
			var a, s = B(i);
			O(r), V(() => {
				a !== (a = t) && (i.value = (i.__value = a) ?? ""), J(s, ` ${t ?? ""}`);
			}), bi(n, [], i, () => W(o), (e) => I(o, e)), q(e, r);
		}), O(t), q(e, t);
	};
	Y(de, (e) => {
		W(b) && e(fe);
	});
	var pe = B(de, 2), me = (e) => {
		var t = Bo(), n = L(t);
		fi(n), we(), O(t), xi(n, () => W(c), (e) => I(c, e)), q(e, t);
	};
	Y(pe, (e) => {
		W(i) === "peek" && e(me);
	});
	var he = B(pe, 2), w = (e) => {
		var t = Vo(), n = L(t);
		fi(n), we(), O(t), xi(n, () => W(l), (e) => I(l, e)), q(e, t);
	};
	Y(he, (e) => {
		W(i) === "upgrade" && e(w);
	});
	var T = B(he, 2), ge = (e) => {
		var t = Ho(), n = L(t), r = B(L(n));
		fi(r), O(n);
		var i = B(n, 2), a = B(L(i));
		fi(a), O(i), O(t), vi(r, () => W(d), (e) => I(d, e)), vi(a, () => W(f), (e) => I(f, e)), q(e, t);
	};
	Y(T, (e) => {
		W(i) === "evidence" && e(ge);
	});
	var _e = B(T, 2), ve = L(_e), ye = B(ve, 2), be = B(ye, 2), E = B(be, 2);
	O(_e), O(ee);
	var xe = B(ee, 2), D = (e) => {
		jo(e, {
			get change() {
				return W(g)[0];
			},
			get label() {
				return W(g)[1];
			},
			close: () => I(g, null)
		});
	};
	Y(xe, (e) => {
		W(g) && e(D);
	}), V(() => {
		ve.disabled = W(b) && !W(y).length, ye.disabled = W(b) && !W(y).length, E.disabled = !$.here;
	}), gr("submit", ee, S), ai(ne, () => W(i), (e) => I(i, e)), G("click", ye, () => I(g, x())), G("click", be, () => $.happen({ kind: "contract" }, "bisimilar worlds merged")), G("click", E, () => $.happen({
		kind: "generated",
		at: $.here
	}, `reachable from ${$.here}`)), q(e, C), j();
}
_r(["click"]);
// src/parts/Reasons.svelte
var Ko = /* @__PURE__ */ K("<b> </b>"), qo = /* @__PURE__ */ K("<li><button class=\"quiet svelte-g72hdb\"><!> </button></li>"), Jo = /* @__PURE__ */ K("<ol class=\"reasons svelte-g72hdb\" aria-label=\"Reasons\"></ol>"), Yo = {
	hash: "svelte-g72hdb",
	code: ".reasons.svelte-g72hdb {margin:0;padding:0;list-style:none;}button.svelte-g72hdb {width:100%;text-align:left;padding:4px 6px;font-size:14px;overflow-wrap:anywhere;}.yes.svelte-g72hdb {color:var(--good);}.no.svelte-g72hdb {color:var(--bad);}.depth-1.svelte-g72hdb {margin-left:14px;}.depth-2.svelte-g72hdb {margin-left:28px;}.depth-3.svelte-g72hdb {margin-left:42px;}.depth-4.svelte-g72hdb {margin-left:56px;}.depth-5.svelte-g72hdb {margin-left:70px;}.depth-6.svelte-g72hdb {margin-left:84px;}"
};
function Xo(e, t) {
	A(t, !0), Z(e, Yo);
	function n(e) {
		let n = (e.path ?? []).map(([, e]) => e), r = t.reasons.slice(t.reasons.indexOf(e) + 1), i = r.findIndex((t) => t.depth <= e.depth), a = (i < 0 ? r : r.slice(0, i)).filter((t) => t.depth === e.depth + 1);
		return [.../* @__PURE__ */ new Set([
			e.world,
			...n,
			...a.map((e) => e.world)
		])].filter((e) => e !== void 0);
	}
	var r = Jo();
	X(r, 21, () => t.reasons, zr, (e, t) => {
		var r = qo(), i = L(r), a = L(i), o = (e) => {
			var n = Ko(), r = z(n, !0);
			V(() => {
				ei(n, 1, Zr(W(t).holds ? "yes" : "no"), "svelte-g72hdb"), J(r, W(t).holds ? "✓" : "✗");
			}), q(e, n);
		};
		Y(a, (e) => {
			W(t).holds !== void 0 && e(o);
		});
		var s = B(a);
		O(i), O(r), V((e) => {
			ei(r, 1, `depth-${e ?? ""}`, "svelte-g72hdb"), J(s, ` ${W(t).text ?? ""}`);
		}, [() => Math.min(W(t).depth, 6)]), gr("mouseenter", i, () => $.lit = n(W(t))), gr("mouseleave", i, () => $.lit = []), gr("focus", i, () => $.lit = n(W(t))), gr("blur", i, () => $.lit = []), G("click", i, () => $.selected = W(t).world ?? null), q(e, r);
	}), O(r), q(e, r), j();
}
_r(["click"]);
// src/parts/Formula.svelte
var Zo = (e, t = d) => {
	var n = Or(), r = R(n), i = (e) => {
		var n = Or();
		X(R(n), 17, () => Ta(t()), zr, (e, t) => {
			var n = /* @__PURE__ */ N(() => m(W(t), 2));
			let r = () => W(n)[0], i = () => W(n)[1];
			we();
			var a = $o(), o = R(a, !0), s = B(o), c = (e) => {
				var t = Qo(), n = z(t, !0);
				V(() => J(n, i())), q(e, t);
			};
			Y(s, (e) => {
				i() && e(c);
			}), V(() => J(o, r())), q(e, a);
		}), q(e, n);
	}, a = (e) => {
		var n = es();
		let r;
		X(n, 21, () => t().pieces, zr, (e, t) => {
			Zo(e, () => W(t));
		}), O(n), V(() => r = ei(n, 1, "part svelte-1kfifdq", null, r, { on: $.part === t().part && t().part > 0 })), G("mouseover", n, (e) => {
			e.stopPropagation(), $.part = t().part;
		}), gr("focus", n, () => void 0), q(e, n);
	};
	Y(r, (e) => {
		typeof t() == "string" ? e(i) : e(a, -1);
	}), q(e, n);
}, Qo = /* @__PURE__ */ K("<sub class=\"svelte-1kfifdq\"> </sub>"), $o = /* @__PURE__ */ K(" <!>", 1), es = /* @__PURE__ */ K("<span role=\"presentation\"></span>"), ts = /* @__PURE__ */ K("<span class=\"caret svelte-1kfifdq\"> <mark class=\"svelte-1kfifdq\"> </mark> </span>"), ns = /* @__PURE__ */ K("<br/><b>Hint:</b> ", 1), rs = /* @__PURE__ */ K("<div class=\"problem\"><!> <!><!></div>"), is = /* @__PURE__ */ K("<!> ", 1), as = /* @__PURE__ */ K("<span> </span>"), os = /* @__PURE__ */ K("<span class=\"badge good\">true at all worlds</span>"), ss = /* @__PURE__ */ K("<!> <!>", 1), cs = /* @__PURE__ */ K("<option> </option>"), ls = /* @__PURE__ */ K("<div class=\"math shown svelte-1kfifdq\" tabindex=\"0\" role=\"group\" aria-label=\"The formula; arrow keys go through its parts\"><!></div> <p class=\"small\" aria-live=\"polite\"><!></p> <div class=\"row\"><button> </button> <button>Valid in</button> <select aria-label=\"Logic\"></select></div>", 1), us = /* @__PURE__ */ K("<pre class=\"svelte-1kfifdq\"> </pre>"), ds = /* @__PURE__ */ K("<button>Open the countermodel</button>"), fs = /* @__PURE__ */ K("<div class=\"proof svelte-1kfifdq\" role=\"status\"><p class=\"row\"><span> </span> <span class=\"small\"> </span></p> <!> <!> <!></div>"), ps = /* @__PURE__ */ K("<section class=\"card\" aria-labelledby=\"formula-title\"><h2 id=\"formula-title\">Formula</h2> <input type=\"text\" class=\"entry svelte-1kfifdq\" aria-label=\"Formula\" aria-describedby=\"formula-mistake\" placeholder=\"K_a (p -> q)\" spellcheck=\"false\" autocomplete=\"off\"/> <div id=\"formula-mistake\" aria-live=\"polite\"><!></div> <!> <!> <!></section>"), ms = {
	hash: "svelte-1kfifdq",
	code: ".entry.svelte-1kfifdq {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:15px;}.shown.svelte-1kfifdq {padding:6px 4px;line-height:1.7;overflow-wrap:anywhere;}.part.svelte-1kfifdq {border-radius:4px;}sub.svelte-1kfifdq {font-size:72%;}.part.on.svelte-1kfifdq {background:var(--true);}.caret.svelte-1kfifdq {display:block;font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;}mark.svelte-1kfifdq {background:#f3b5b0;}.proof.svelte-1kfifdq {display:grid;gap:8px;}pre.svelte-1kfifdq {max-height:300px;margin:0;padding:10px;overflow:auto;border-radius:6px;background:var(--ground);font:13px/1.5 var(--sans);white-space:pre-wrap;}"
};
function hs(e, t) {
	A(t, !0), Z(e, ms);
	let n = [
		"S5",
		"KD45",
		"K45",
		"S4",
		"KT",
		"KD",
		"K"
	], r = /* @__PURE__ */ F("S5"), i = /* @__PURE__ */ N(() => $.checked), a = /* @__PURE__ */ N(() => W(i) ? Ca(W(i).text, W(i).rows) : ""), o = /* @__PURE__ */ N(() => W(i)?.rows[$.part]), s = /* @__PURE__ */ N(() => $.mistake?.position);
	function c(e) {
		let t = W(i)?.rows.length ?? 0, n = {
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
	var u = ps(), d = B(L(u), 2);
	fi(d);
	var f = B(d, 2), p = L(f), m = (e) => {
		var t = rs(), n = L(t), r = (e) => {
			var t = ts(), n = L(t, !0), r = B(n), i = z(r, !0), a = B(r, 1, !0);
			O(t), V((e, t, r) => {
				J(n, e), J(i, t), J(a, r);
			}, [
				() => $.mistake.text.slice(0, W(s)),
				() => $.mistake.text.slice(W(s), W(s) + 1) || " ",
				() => $.mistake.text.slice(W(s) + 1)
			]), q(e, t);
		};
		Y(n, (e) => {
			W(s) !== void 0 && $.mistake.text && e(r);
		});
		var i = B(n, 1, !0), a = B(i), o = (e) => {
			var t = Dr();
			V((e) => J(t, `; expected ${e ?? ""}`), [() => $.mistake.expected.join(" or ")]), q(e, t);
		};
		Y(a, (e) => {
			$.mistake.expected?.length && e(o);
		});
		var c = B(a), l = (e) => {
			var t = ns(), n = B(R(t), 2);
			V(() => J(n, ` ${$.mistake.hint ?? ""}`)), q(e, t);
		};
		Y(c, (e) => {
			$.mistake.hint && e(l);
		}), O(t), V(() => J(i, $.mistake.message)), q(e, t);
	};
	Y(p, (e) => {
		$.mistake && e(m);
	}), O(f);
	var h = B(f, 2), g = (e) => {
		var t = ls(), s = R(t);
		Zo(L(s), () => W(a)), O(s);
		var l = B(s, 2), u = L(l), d = (e) => {
			var t = is(), n = R(t);
			{
				let e = /* @__PURE__ */ N(() => W(i).text.slice(W(o).start, W(o).end));
				Aa(n, { get text() {
					return W(e);
				} });
			}
			var r = B(n);
			V(() => J(r, ` holds at ${W(o).count ?? ""}
        ${W(o).after ? `of the ${W(o).left} worlds that are left after the announcement` : "worlds"}`)), q(e, t);
		}, f = (e) => {
			var t = ss(), n = R(t), r = (e) => {
				var t = as(), n = z(t);
				V(() => {
					ei(t, 1, `badge ${W(i).actual ? "good" : "bad"}`), J(n, `${W(i).actual ? "true" : "false"} at ${(($.model.actual?.length ?? 0) > 16 ? "the actual world" : $.model.actual) ?? ""}`);
				}), q(e, t);
			};
			Y(n, (e) => {
				W(i).actual !== null && e(r);
			});
			var a = B(n, 2), s = (e) => {
				q(e, os());
			}, c = (e) => {
				var t = Dr();
				V((e) => J(t, `true at ${W(o).count ?? ""} of
          ${e ?? ""} worlds`), [() => Object.keys($.model.worlds).length]), q(e, t);
			};
			Y(a, (e) => {
				W(i).valid ? e(s) : e(c, -1);
			}), q(e, t);
		};
		Y(u, (e) => {
			$.part ? e(d) : e(f, -1);
		}), O(l);
		var p = B(l, 2), m = L(p), h = z(m), g = B(m, 2), _ = B(g, 2);
		X(_, 20, () => n, (e) => e, (e, t) => {
			var n = cs(), r = z(n, !0), i = {};
			V(() => {
				J(r, t), i !== (i = t) && (n.__value = i);
			}), q(e, n);
		}), O(_), ii(_), O(p), V(() => J(h, `Why at ${$.hereText ?? ""}?`)), G("keydown", s, c), gr("mouseleave", s, () => $.part = 0), G("click", m, () => void $.why()), G("click", g, () => void $.prove(W(r))), ai(_, () => W(r), (e) => I(r, e)), q(e, t);
	};
	Y(h, (e) => {
		W(i) && W(o) && e(g);
	});
	var _ = B(h, 2), v = (e) => {
		Xo(e, { get reasons() {
			return $.reasons;
		} });
	};
	Y(_, (e) => {
		$.reasons && e(v);
	});
	var y = B(_, 2), b = (e) => {
		var t = fs(), n = L(t), r = L(n), i = z(r, !0), a = z(B(r, 2), !0);
		O(n);
		var o = B(n, 2), s = (e) => {
			var t = us(), n = z(t, !0);
			V(() => J(n, $.proved.proof)), q(e, t);
		};
		Y(o, (e) => {
			$.proved.proof && e(s);
		});
		var c = B(o, 2), u = (e) => {
			var t = us(), n = z(t, !0);
			V(() => J(n, $.proved.why)), q(e, t);
		};
		Y(c, (e) => {
			$.proved.why && e(u);
		});
		var d = B(c, 2), f = (e) => {
			var t = ds();
			G("click", t, l), q(e, t);
		};
		Y(d, (e) => {
			$.proved.model && e(f);
		}), O(t), V(() => {
			ei(r, 1, `badge ${$.proved.valid ? "good" : "bad"}`), J(i, $.proved.valid ? "valid" : "not valid"), J(a, $.proved.says);
		}), q(e, t);
	};
	Y(y, (e) => {
		$.proved && e(b);
	}), O(u), V(() => {
		Q(d, "aria-invalid", $.mistake !== null), pi(d, $.formula);
	}), G("input", d, (e) => void $.type(e.currentTarget.value)), q(e, u), j();
}
_r([
	"mouseover",
	"input",
	"keydown",
	"click"
]);
// src/lib/context.ts
var gs = Symbol("session");
function _s() {
	return Ge(gs) ?? $;
}
// src/parts/Inspector.svelte
var vs = /* @__PURE__ */ K("<button> </button>"), ys = /* @__PURE__ */ K("<option> </option>"), bs = /* @__PURE__ */ K("<label class=\"small\"> <input type=\"number\" min=\"0\" max=\"99\" class=\"svelte-duhzvb\"/></label>"), xs = /* @__PURE__ */ K("<details><summary class=\"small\">Plausibility (lower is more plausible)</summary> <div class=\"row ranks svelte-duhzvb\"></div></details> <form class=\"row svelte-duhzvb\"><input type=\"text\" placeholder=\"new name\" aria-label=\"New name of the world\" class=\"svelte-duhzvb\"/> <button>Rename</button></form>", 1), Ss = /* @__PURE__ */ K("<div class=\"row\" role=\"group\"></div> <div class=\"row\"><button>Make actual</button> <button>Remove</button></div> <div class=\"row\"><select aria-label=\"Agent of the arrow\"></select> <span>considers</span> <select aria-label=\"World at the end of the arrow\"></select> <button> </button></div> <!>", 1), Cs = /* @__PURE__ */ K("<p class=\"small pale\">Select a world in the picture to change what is true there.</p>"), ws = /* @__PURE__ */ K("<form class=\"row svelte-duhzvb\"><input type=\"text\" placeholder=\"atom\" aria-label=\"Name of a new atom\" class=\"svelte-duhzvb\"/> <button>Add atom</button></form>"), Ts = /* @__PURE__ */ K("<section class=\"card\" aria-labelledby=\"world-title\"><h2 id=\"world-title\"> </h2> <!> <!></section>"), Es = {
	hash: "svelte-duhzvb",
	code: ".ranks.svelte-duhzvb {margin-top:6px;}.ranks.svelte-duhzvb input:where(.svelte-duhzvb) {width:64px;}form.svelte-duhzvb input:where(.svelte-duhzvb) {width:140px;}"
};
function Ds(e, t) {
	A(t, !0), Z(e, Es);
	let n = ki(t, "brief", 3, !1), r = _s(), i = /* @__PURE__ */ F(""), a = /* @__PURE__ */ F(""), o = /* @__PURE__ */ F(""), s = /* @__PURE__ */ F(""), c = /* @__PURE__ */ N(() => r.selected), l = /* @__PURE__ */ N(() => r.model), u = /* @__PURE__ */ N(() => Gi(W(l))), d = /* @__PURE__ */ N(() => Wi(W(l))), f = /* @__PURE__ */ N(() => W(d).includes(W(o)) ? W(o) : W(d)[0] ?? ""), p = /* @__PURE__ */ N(() => W(s) in W(l).worlds ? W(s) : Object.keys(W(l).worlds)[0] ?? ""), m = /* @__PURE__ */ N(() => Ki(W(l).relations[W(f)]).some(([e, t]) => e === W(c) && t === W(p)));
	async function h(e) {
		e.preventDefault();
		let t = W(i).trim();
		if (!W(c) || !t || t in W(l).worlds) return;
		let n = r.placesNow();
		n?.[W(c)] && (n[t] = n[W(c)]), I(i, ""), r.selected = t, await r.become(Qi(W(l), W(c), t), `${W(c)} is now ${t}`, n);
	}
	async function g(e) {
		e.preventDefault();
		let t = W(a).trim();
		t && (I(a, ""), await r.become(ea(W(l), t), `new atom ${t}`));
	}
	async function _() {
		let e = r.picture?.frames[W(f)]?.system === "S5" && r.closed;
		await r.become(ra(W(l), W(f), W(c), W(p), e), `${W(f)}: ${W(c)} – ${W(p)}`);
	}
	var v = Ts(), y = L(v), b = z(y, !0), x = B(y, 2), S = (e) => {
		var t = Ss(), a = R(t);
		X(a, 20, () => W(u), (e) => e, (e, t) => {
			var n = vs(), i = z(n, !0);
			V((e) => {
				Q(n, "aria-pressed", e), J(i, t);
			}, [() => W(l).worlds[W(c)]?.includes(t) ?? !1]), G("click", n, () => r.become($i(W(l), W(c), t), `${t} at ${W(c)}`)), q(e, n);
		}), O(a);
		var g = B(a, 2), v = L(g), y = B(v, 2);
		O(g);
		var b = B(g, 2), x = L(b);
		X(x, 20, () => W(d), (e) => e, (e, t) => {
			var n = ys(), r = z(n, !0), i = {};
			V(() => {
				J(r, t), i !== (i = t) && (n.__value = i);
			}), q(e, n);
		}), O(x), ii(x);
		var S = B(x, 4);
		X(S, 20, () => Object.keys(W(l).worlds), (e) => e, (e, t) => {
			var n = ys(), r = z(n, !0), i = {};
			V(() => {
				J(r, t), i !== (i = t) && (n.__value = i);
			}), q(e, n);
		}), O(S), ii(S);
		var C = B(S, 2), ee = z(C, !0);
		O(b);
		var te = B(b, 2), ne = (e) => {
			var t = xs(), n = R(t), a = B(L(n), 2);
			X(a, 20, () => W(d), (e) => e, (e, t) => {
				var n = bs(), i = L(n), a = B(i);
				fi(a), O(n), V(() => {
					J(i, `${t ?? ""} `), pi(a, W(l).ranks?.[t]?.[W(c)] ?? 0);
				}), G("change", a, (e) => {
					let n = Math.round(Number(e.currentTarget.value));
					n >= 0 && n <= 99 && r.become(aa(W(l), t, W(c), n), `rank ${n} for ${t} at ${W(c)}`);
				}), q(e, n);
			}), O(a), O(n);
			var o = B(n, 2), s = L(o);
			fi(s);
			var u = B(s, 2);
			O(o), V((e) => u.disabled = e, [() => !W(i).trim()]), gr("submit", o, h), vi(s, () => W(i), (e) => I(i, e)), q(e, t);
		};
		Y(te, (e) => {
			n() || e(ne);
		}), V((e) => {
			Q(a, "aria-label", `Atoms true at ${W(c) ?? ""}`), v.disabled = W(l).actual === W(c), y.disabled = e, C.disabled = !W(f), J(ee, W(m) ? "impossible" : "possible");
		}, [() => Object.keys(W(l).worlds).length < 2]), G("click", v, () => r.become({
			...W(l),
			actual: W(c)
		}, `actual world ${W(c)}`)), G("click", y, () => r.become(Zi(W(l), W(c)), `without ${W(c)}`)), ai(x, () => W(f), (e) => I(o, e, !0)), ai(S, () => W(p), (e) => I(s, e, !0)), G("click", C, _), q(e, t);
	}, C = (e) => {
		q(e, Cs());
	};
	Y(x, (e) => {
		W(c) ? e(S) : e(C, -1);
	});
	var ee = B(x, 2), te = (e) => {
		var t = ws(), n = L(t);
		fi(n);
		var r = B(n, 2);
		O(t), V((e) => r.disabled = e, [() => !W(a).trim()]), gr("submit", t, g), vi(n, () => W(a), (e) => I(a, e)), q(e, t);
	};
	Y(ee, (e) => {
		n() || e(te);
	}), O(v), V(() => J(b, W(c) ? `World ${W(c)}` : "Worlds")), q(e, v), j();
}
_r(["click", "change"]);
// src/lib/eye.ts
function Os(e, t, n) {
	let r = /* @__PURE__ */ new Set([e]);
	for (let e of t) {
		let t = /* @__PURE__ */ new Set();
		for (let i of r) for (let r of n[e]?.[i] ?? []) t.add(r);
		r = t;
	}
	return r;
}
// src/lib/curves.ts
function ks([e, t, n, r]) {
	return `M${e} C${t} ${n} ${r}`;
}
function As(e, t, n = 3.2) {
	let [r, , , i] = e, a = Math.hypot(i[0] - r[0], i[1] - r[1]) || 1, o = [-(i[1] - r[1]) / a, (i[0] - r[0]) / a];
	return Array.from({ length: t }, (r, i) => {
		let a = (i - (t - 1) / 2) * n;
		return e.map(([e, t]) => [e + a * o[0], t + a * o[1]]);
	});
}
function js([e, t, n, r], i = 8) {
	let a = [
		n,
		t,
		e
	].find((e) => Math.hypot(r[0] - e[0], r[1] - e[1]) > .5) ?? e, o = Math.hypot(r[0] - a[0], r[1] - a[1]) || 1, [s, c] = [(r[0] - a[0]) / o, (r[1] - a[1]) / o], l = [r[0] - i * s, r[1] - i * c], u = i * .38;
	return `${r} ${l[0] - u * c},${l[1] + u * s} ${l[0] + u * c},${l[1] - u * s}`;
}
function Ms([e, t, n, r]) {
	return [
		r,
		n,
		t,
		e
	];
}
function Ns(e, t) {
	let [n, r] = [Ps(e, t), Ps(t, e)], i = (e) => [n[0] + e * (r[0] - n[0]), n[1] + e * (r[1] - n[1])];
	return [
		n,
		i(1 / 3),
		i(2 / 3),
		r
	];
}
function Ps(e, t) {
	let [n, r] = [t.x - e.x, t.y - e.y], i = Math.hypot(n, r) || 1, a = Math.min(e.width / 2 / Math.abs(n) * i, e.height / 2 / Math.abs(r) * i, Math.max(e.width, e.height) / 2 * 1.2);
	return [e.x + n / i * a, e.y + r / i * a];
}
// src/parts/Picture.svelte
var Fs = /* @__PURE__ */ K("<button class=\"svelte-baybvi\"><svg width=\"18\" height=\"10\" aria-hidden=\"true\" class=\"svelte-baybvi\"><line x1=\"0\" y1=\"5\" x2=\"18\" y2=\"5\" stroke-width=\"2.5\"></line></svg> </button>"), Is = /* @__PURE__ */ K("<div class=\"tools svelte-baybvi\" role=\"toolbar\" aria-label=\"Edit the picture\"><button title=\"Escape\" class=\"svelte-baybvi\">Move</button> <button title=\"n, then click where it goes\" class=\"svelte-baybvi\">New world</button> <!></div>"), Ls = /* @__PURE__ */ K("<button> </button>"), Rs = /* @__PURE__ */ K("<div class=\"notice svelte-baybvi\"><div class=\"problem\" role=\"alert\"> </div> <div class=\"row\"><button>Merge bisimilar worlds</button> <button>Keep only reachable worlds</button> <!></div></div>"), zs = /* @__PURE__ */ Er("<polygon></polygon>"), Bs = /* @__PURE__ */ Er("<path fill=\"none\"></path><!><!>", 1), Vs = /* @__PURE__ */ Er("<tspan> </tspan>"), Hs = /* @__PURE__ */ Er("<text class=\"agents svelte-baybvi\"></text>"), Us = /* @__PURE__ */ Er("<g><!><!></g>"), Ws = /* @__PURE__ */ Er("<rect class=\"hub svelte-baybvi\" rx=\"9\"></rect><text class=\"agents svelte-baybvi\"></text>", 1), Gs = /* @__PURE__ */ Er("<rect class=\"ring svelte-baybvi\"></rect>"), Ks = /* @__PURE__ */ Er("<text> </text>"), qs = /* @__PURE__ */ Er("<g><!><rect class=\"body svelte-baybvi\"></rect><!><title> </title></g>"), Js = /* @__PURE__ */ Er("<line class=\"draft svelte-baybvi\"></line>"), Ys = /* @__PURE__ */ K("Filled: <!> holds.", 1), Xs = /* @__PURE__ */ K("<p class=\"legend small pale svelte-baybvi\">Double ring: the actual world. <!> <!> <!></p>"), Zs = /* @__PURE__ */ K("<div><!> <!> <svg role=\"group\"><g class=\"links svelte-baybvi\" aria-hidden=\"true\"><!><!></g><!><!></svg> <!></div>"), Qs = {
	hash: "svelte-baybvi",
	code: ".frame.svelte-baybvi {position:relative;display:grid;grid-template-rows:auto minmax(0, 1fr) auto;min-height:0;background:var(--paper);}.plain.svelte-baybvi {grid-template-rows:minmax(0, 1fr);}.plain.svelte-baybvi svg:where(.svelte-baybvi) {max-height:320px;touch-action:auto;}.plain.svelte-baybvi .world:where(.svelte-baybvi) {cursor:default;}.plain.svelte-baybvi .world[role=\"button\"]:where(.svelte-baybvi) {cursor:pointer;}.tools.svelte-baybvi {display:flex;flex-wrap:wrap;gap:6px;padding:10px 16px 0;}.tools.svelte-baybvi button:where(.svelte-baybvi) {display:inline-flex;align-items:center;gap:7px;}svg.svelte-baybvi {width:100%;height:100%;min-height:0;touch-action:none;user-select:none;}.tools.svelte-baybvi svg:where(.svelte-baybvi) {width:18px;height:10px;}svg.drawing.svelte-baybvi {cursor:crosshair;}.notice.svelte-baybvi {position:absolute;inset:60px 24px auto;display:grid;gap:10px;max-width:640px;}.world.svelte-baybvi {cursor:pointer;transition:transform 0.35s ease,\n      opacity 0.25s;}.world.still.svelte-baybvi {transition:none;}.world.svelte-baybvi:focus-visible {outline:none;}.world.svelte-baybvi:focus-visible .body:where(.svelte-baybvi) {stroke:#2f7de1;stroke-width:4;}.body.svelte-baybvi {fill:#fff;stroke:var(--ink);stroke-width:1.4;transition:fill 0.15s;}.ring.svelte-baybvi {fill:none;stroke:var(--ink);stroke-width:1.2;}.filled.svelte-baybvi .body:where(.svelte-baybvi) {fill:var(--true);}.selected.svelte-baybvi .body:where(.svelte-baybvi) {stroke:var(--accent);stroke-width:3;}.lit.svelte-baybvi .body:where(.svelte-baybvi) {stroke:var(--bad);stroke-width:3.5;}.faded.svelte-baybvi {opacity:0.16;}.links.svelte-baybvi g:where(.svelte-baybvi) {transition:opacity 0.25s;}text.svelte-baybvi {font:12px var(--sans);fill:var(--ink);text-anchor:middle;dominant-baseline:central;pointer-events:none;}text.name.svelte-baybvi {font-weight:600;font-size:13px;}text.remark.svelte-baybvi {fill:var(--pale);font-size:11px;}text.agents.svelte-baybvi {font-weight:600;paint-order:stroke;stroke:#fff;stroke-width:4;}.hub.svelte-baybvi {fill:#fff;stroke:#b9bfca;}.draft.svelte-baybvi {stroke-width:2.5;stroke-dasharray:4 4;}.legend.svelte-baybvi {padding:0 16px 8px;}"
};
function $s(e, t) {
	A(t, !0), Z(e, Qs);
	let n = ki(t, "plain", 3, !1), r = ki(t, "picks", 3, null), i = _s(), a, o, s = /* @__PURE__ */ F("move"), c = /* @__PURE__ */ F(null), l = /* @__PURE__ */ F(null), u = /* @__PURE__ */ N(() => i.picture), d = /* @__PURE__ */ N(() => Wi(i.model)), f = /* @__PURE__ */ N(() => W(s).startsWith("arrow:") ? W(s).slice(6) : null), p = /* @__PURE__ */ N(() => (W(u)?.worlds ?? []).map((e) => W(c)?.name === e.name ? {
		...e,
		x: W(c).x,
		y: W(c).y
	} : {
		...e,
		y: -e.y
	})), m = /* @__PURE__ */ N(() => (W(u)?.hubs ?? []).map((e) => ({
		...e,
		y: -e.y
	}))), h = /* @__PURE__ */ N(() => (W(u)?.links ?? []).map((e) => ({
		link: e,
		curve: b(e)
	}))), g = /* @__PURE__ */ N(() => new Set(r() ?? t.filled ? (r() ?? t.filled).map((e) => W(p).findIndex((t) => t.name === e)) : i.checked?.rows[i.part]?.worlds ?? [])), _ = /* @__PURE__ */ N(() => W(u)?.worlds.findIndex((e) => e.name === i.here) ?? -1), v = /* @__PURE__ */ N(() => i.eye.length && W(u) && W(_) >= 0 ? Os(W(_), i.eye, W(u).sees) : null), y = /* @__PURE__ */ N(() => x(W(u)?.worlds ?? []));
	function b(e) {
		let t = ([e, t]) => [e, -t];
		if (!(W(c) && [e.source, e.target].some((e) => W(u)?.worlds[e]?.name === W(c).name))) return e.curve.map(t);
		let n = [e.source, e.target].map((e) => W(p)[e] ?? W(m)[e - W(p).length]);
		if (e.kind !== "loop") return Ns(...n);
		let r = W(u).worlds[e.source];
		return e.curve.map(([e, t]) => [e - r.x + W(c).x, -t + r.y + W(c).y]);
	}
	function x(e) {
		let t = [...e, ...W(u)?.hubs ?? []], r = (W(u)?.links ?? []).flatMap((e) => e.curve), i = [...t.flatMap((e) => [e.x - e.width / 2, e.x + e.width / 2]), ...r.map(([e]) => e)], a = [...t.flatMap((e) => [-e.y - e.height / 2, -e.y + e.height / 2]), ...r.map(([, e]) => -e)];
		if (!i.length) return "0 0 560 400";
		let [o, s] = [Math.min(...i) - 30, Math.min(...a) - 30], [c, l] = [Math.max(...i) + 30 - o, Math.max(...a) + 30 - s], [d, f] = n() ? [400, 120] : [560, 400], [p, m] = [Math.max(c, d), Math.max(l, f)];
		return `${o - (p - c) / 2} ${s - (m - l) / 2} ${p} ${m}`;
	}
	function S(e) {
		let t = new DOMPoint(e.clientX, e.clientY).matrixTransform(o.getScreenCTM().inverse());
		return [t.x, t.y];
	}
	function C([e, t]) {
		return W(p).find((n) => Math.abs(n.x - e) <= n.width / 2 + 6 && Math.abs(n.y - t) <= n.height / 2 + 6);
	}
	function ee(e) {
		if (e.button !== 0) return;
		let t = S(e), n = C(t);
		n ? (o.setPointerCapture(e.pointerId), W(f) ? I(l, {
			from: n.name,
			x: t[0],
			y: t[1]
		}) : I(c, {
			name: n.name,
			x: n.x,
			y: n.y,
			moved: !1
		})) : W(s) === "world" ? ie(t) : i.selected = null;
	}
	function te(e) {
		let [t, n] = S(e);
		W(l) && I(l, {
			...W(l),
			x: t,
			y: n
		}), W(c) && (W(c).moved || Math.hypot(t - W(c).x, n - W(c).y) > 4) && I(c, {
			...W(c),
			x: t,
			y: n,
			moved: !0
		});
	}
	async function ne(e) {
		if (W(l)) {
			let t = C(S(e)), n = W(l).from;
			I(l, null), t && W(f) && await re(n, t.name);
			return;
		}
		if (!W(c)) return;
		let { name: t, x: n, y: r, moved: a } = W(c);
		if (!a) {
			I(c, null), ae(t);
			return;
		}
		let o = {
			...i.placesNow() ?? {},
			[t]: [n, -r]
		};
		await i.place(o), I(c, null);
	}
	async function re(e, t) {
		let n = W(u)?.frames[W(f)]?.system === "S5" && i.closed, r = ra(i.model, W(f), e, t, n);
		await i.become(r, `${W(f)}: ${e} – ${t}`);
	}
	async function ie([e, t]) {
		let n = Yi(i.model), r = {
			...i.placesNow() ?? {},
			[n]: [e, -t]
		};
		await i.become(Xi(i.model, n), `new world ${n}`, r), i.selected = n, I(s, "move");
	}
	function ae(e) {
		r() ? t.pick?.(e) : n() || (i.selected = i.selected === e ? null : e);
	}
	function oe(e, t) {
		(e.key === "Enter" || e.key === " ") && (e.preventDefault(), ae(t));
	}
	function se(e) {
		if (e.target instanceof HTMLElement && e.target.matches("input, textarea, select") || n() || e.ctrlKey || e.metaKey || e.altKey || i !== $ && !a.contains(document.activeElement)) return;
		let t = Number(e.key);
		e.key === "Escape" ? I(s, "move") : e.key === "n" ? I(s, "world") : t >= 1 && t <= W(d).length && I(s, `arrow:${W(d)[t - 1]}`);
	}
	function ce(e, n) {
		let a = i.model.actual === e.name ? ", the actual world" : "", o = i.checked || r() || t.filled ? `, ${r() ?? t.filled ? W(g).has(n) ? "marked" : "not marked" : `the formula is ${W(g).has(n) ? "true" : "false"}`}` : "";
		return `World ${e.name}${a}: ${e.atoms.join(", ")}${o}`;
	}
	let le = {
		solid: void 0,
		dashed: "7 4",
		dotted: "1.5 3.5"
	};
	var ue = Zs();
	gr("keydown", Zt, se);
	let de;
	var fe = L(ue), pe = (e) => {
		var t = Is(), n = L(t), r = B(n, 2);
		X(B(r, 2), 18, () => W(d), (e) => e, (e, t, n) => {
			var r = Fs(), i = L(r), a = z(i), o = B(i);
			O(r), V(() => {
				Q(r, "aria-pressed", W(f) === t), Q(r, "title", `${W(n) + 1}, then drag from world to world`), Q(a, "stroke", W(u)?.strokes[t]?.colour), Q(a, "stroke-dasharray", le[W(u)?.strokes[t]?.style ?? "solid"]), J(o, ` ${t ?? ""}`);
			}), G("click", r, () => I(s, `arrow:${t}`)), q(e, r);
		}), O(t), V(() => {
			Q(n, "aria-pressed", W(s) === "move"), Q(r, "aria-pressed", W(s) === "world");
		}), G("click", n, () => I(s, "move")), G("click", r, () => I(s, "world")), q(e, t);
	};
	Y(fe, (e) => {
		n() || e(pe);
	});
	var me = B(fe, 2), he = (e) => {
		var t = Rs(), n = L(t), r = z(n, !0), a = B(n, 2), o = L(a), s = B(o, 2);
		X(B(s, 2), 16, () => [1, 2], (e) => e, (e, t) => {
			var n = Ls(), r = z(n);
			V(() => J(r, `Keep only worlds within ${t ?? ""} ${t === 1 ? "step" : "steps"}`)), G("click", n, () => i.happen({
				kind: "generated",
				at: i.here,
				depth: t
			}, `within ${t} of ${i.hereText}`)), q(e, n);
		}), O(a), O(t), V(() => J(r, i.drawing.message)), G("click", o, () => i.happen({ kind: "contract" }, "bisimilar worlds merged")), G("click", s, () => i.happen({
			kind: "generated",
			at: i.here
		}, "reachable worlds")), q(e, t);
	};
	Y(me, (e) => {
		i.drawing && e(he);
	});
	var w = B(me, 2);
	let T;
	var ge = L(w), _e = L(ge);
	X(_e, 19, () => W(h), ({ link: e, curve: t }, n) => `${e.source} ${e.target} ${e.kind} ${e.agents} ${n}`, (e, t) => {
		let n = () => W(t).link, r = () => W(t).curve, i = /* @__PURE__ */ N(() => W(v) !== null && !(W(v).has(n().source) && (W(v).has(n().target) || n().target >= W(p).length)));
		var a = Us();
		let o;
		var s = L(a);
		X(s, 17, () => As(r(), n().agents.length), zr, (e, t, r) => {
			let i = /* @__PURE__ */ N(() => W(u).strokes[n().agents[r]]);
			var a = Bs(), o = R(a), s = B(o), c = (e) => {
				var n = zs();
				V((e) => {
					Q(n, "points", e), Q(n, "fill", W(i).colour);
				}, [() => js(W(t))]), q(e, n);
			};
			Y(s, (e) => {
				n().kind !== "line" && e(c);
			});
			var l = B(s), d = (e) => {
				var n = zs();
				V((e) => {
					Q(n, "points", e), Q(n, "fill", W(i).colour);
				}, [() => js(Ms(W(t)))]), q(e, n);
			};
			Y(l, (e) => {
				n().kind === "both" && e(d);
			}), V((e) => {
				Q(o, "d", e), Q(o, "stroke", W(i).colour), Q(o, "stroke-width", W(i).width), Q(o, "stroke-dasharray", le[W(i).style]);
			}, [() => ks(W(t))]), q(e, a);
		});
		var l = B(s), d = (e) => {
			var t = Hs();
			X(t, 22, () => n().agents, (e) => e, (e, t, r) => {
				var i = Vs(), a = z(i);
				V(() => {
					Q(i, "fill", W(u).strokes[t].colour), J(a, `${t ?? ""}${W(r) < n().agents.length - 1 ? ", " : ""}`);
				}), q(e, i);
			}), O(t), V(() => {
				Q(t, "x", n().label[0]), Q(t, "y", -n().label[1]);
			}), q(e, t);
		}, f = /* @__PURE__ */ N(() => n().label && !(W(c) && [n().source, n().target].some((e) => W(p)[e]?.name === W(c)?.name)));
		Y(l, (e) => {
			W(f) && e(d);
		}), O(a), V(() => o = ei(a, 0, "svelte-baybvi", null, o, { faded: W(i) })), q(e, a);
	}), X(B(_e), 17, () => W(m), zr, (e, t) => {
		var n = Ws(), r = R(n), i = B(r);
		X(i, 22, () => W(t).agents, (e) => e, (e, n, r) => {
			var i = Vs(), a = z(i);
			V(() => {
				Q(i, "fill", W(u).strokes[n].colour), J(a, `${n ?? ""}${W(r) < W(t).agents.length - 1 ? ", " : ""}`);
			}), q(e, i);
		}), O(i), V(() => {
			Q(r, "x", W(t).x - W(t).width / 2), Q(r, "y", W(t).y - W(t).height / 2), Q(r, "width", W(t).width), Q(r, "height", W(t).height), Q(i, "x", W(t).x), Q(i, "y", W(t).y);
		}), q(e, n);
	}), O(ge);
	var ve = B(ge);
	X(ve, 19, () => W(p), (e) => e.name, (e, t, a) => {
		let o = /* @__PURE__ */ N(() => [
			...W(t).title,
			...W(t).atoms,
			...W(t).remarks
		]);
		var s = qs();
		let l;
		var u = L(s), d = (e) => {
			var n = Gs();
			V(() => {
				Q(n, "x", -W(t).width / 2 - 4), Q(n, "y", -W(t).height / 2 - 4), Q(n, "width", W(t).width + 8), Q(n, "height", W(t).height + 8), Q(n, "rx", W(t).radius + 4);
			}), q(e, n);
		};
		Y(u, (e) => {
			i.model.actual === W(t).name && e(d);
		});
		var f = B(u), p = B(f);
		X(p, 17, () => W(o), zr, (e, n, r) => {
			var i = Ks();
			let a;
			var s = z(i, !0);
			V(() => {
				Q(i, "y", (r - (W(o).length - 1) / 2) * 15), a = ei(i, 0, "svelte-baybvi", null, a, {
					name: r < W(t).title.length,
					remark: r >= W(t).title.length + W(t).atoms.length
				}), J(s, W(n));
			}), q(e, i);
		});
		var m = z(B(p), !0);
		O(s), V((e, i, a, o, u, d) => {
			l = ei(s, 0, "world svelte-baybvi", null, l, {
				filled: e,
				faded: i,
				lit: a,
				selected: o,
				still: W(c)?.name === W(t).name
			}), Q(s, "transform", `translate(${W(t).x ?? ""} ${W(t).y ?? ""})`), Q(s, "role", n() && !r() ? "img" : "button"), Q(s, "tabindex", n() && !r() ? void 0 : 0), Q(s, "aria-label", u), Q(s, "aria-pressed", d), Q(f, "x", -W(t).width / 2), Q(f, "y", -W(t).height / 2), Q(f, "width", W(t).width), Q(f, "height", W(t).height), Q(f, "rx", W(t).radius), J(m, W(t).said);
		}, [
			() => W(g).has(W(a)),
			() => W(v) !== null && !W(v).has(W(a)) && W(a) !== W(_),
			() => i.lit.includes(W(t).name),
			() => r() ? r().includes(W(t).name) : i.selected === W(t).name,
			() => ce(W(t), W(a)),
			() => r() ? r().includes(W(t).name) : n() ? void 0 : i.selected === W(t).name
		]), G("keydown", s, (e) => oe(e, W(t).name)), q(e, s);
	});
	var ye = B(ve), be = (e) => {
		let t = /* @__PURE__ */ N(() => W(p).find((e) => e.name === W(l).from));
		var n = Or(), r = R(n), i = (e) => {
			var n = Js();
			V(() => {
				Q(n, "x1", W(t).x), Q(n, "y1", W(t).y), Q(n, "x2", W(l).x), Q(n, "y2", W(l).y), Q(n, "stroke", W(u)?.strokes[W(f)]?.colour);
			}), q(e, n);
		};
		Y(r, (e) => {
			W(t) && e(i);
		}), q(e, n);
	};
	Y(ye, (e) => {
		W(l) && e(be);
	}), O(w), Ei(w, (e) => o = e, () => o);
	var E = B(w, 2), xe = (e) => {
		var t = Xs(), n = B(L(t)), r = (e) => {
			var t = Ys(), n = B(R(t));
			{
				let e = /* @__PURE__ */ N(() => i.checked.text.slice(i.checked.rows[i.part]?.start, i.checked.rows[i.part]?.end));
				Aa(n, { get text() {
					return W(e);
				} });
			}
			we(), q(e, t);
		};
		Y(n, (e) => {
			i.checked && e(r);
		});
		var a = B(n, 2);
		X(a, 16, () => W(u)?.notes ?? [], (e) => e, (e, t) => {
			we();
			var n = Dr();
			V((e, t) => J(n, `${e ?? ""}${t ?? ""}.`), [() => t[0].toUpperCase(), () => t.slice(1)]), q(e, n);
		});
		var o = B(a, 2), s = (e) => {
			var t = Dr();
			V(() => J(t, `Dimmed: not seen from ${i.hereText ?? ""}.`)), q(e, t);
		};
		Y(o, (e) => {
			i.eye.length && e(s);
		}), O(t), q(e, t);
	};
	Y(E, (e) => {
		n() || e(xe);
	}), O(ue), Ei(ue, (e) => a = e, () => a), V(() => {
		de = ei(ue, 1, "frame svelte-baybvi", null, de, { plain: n() }), Q(w, "viewBox", W(y)), Q(w, "aria-label", `Picture of the model: ${W(p).length ?? ""} worlds`), T = ei(w, 0, "svelte-baybvi", null, T, { drawing: W(f) || W(s) === "world" });
	}), G("pointerdown", w, ee), G("pointermove", w, te), G("pointerup", w, ne), q(e, ue), j();
}
_r([
	"click",
	"pointerdown",
	"pointermove",
	"pointerup",
	"keydown"
]);
// src/parts/StoryCard.svelte
var ec = /* @__PURE__ */ K("<span class=\"said svelte-198vmsd\"><!></span>"), tc = /* @__PURE__ */ K("<li><button class=\"quiet svelte-198vmsd\"> <span class=\"pale\"> </span> <!></button></li>"), nc = /* @__PURE__ */ K("<p><b>Answer:</b> </p>"), rc = /* @__PURE__ */ K("<section class=\"card\" aria-labelledby=\"story-title\"><h2 id=\"story-title\"> </h2> <details><summary class=\"small\">The puzzle</summary> <p class=\"small\"> </p> <p class=\"small pale\"> </p></details> <ol class=\"svelte-198vmsd\"></ol> <div class=\"row\"><button>Back</button> <button class=\"primary\">Next step</button></div> <!></section>"), ic = {
	hash: "svelte-198vmsd",
	code: "ol.svelte-198vmsd {max-height:240px;margin:0;padding-left:22px;overflow:auto;}button.quiet.svelte-198vmsd {width:100%;text-align:left;font-size:14px;}.said.svelte-198vmsd {display:block;color:var(--accent);max-height:3em;overflow:hidden;overflow-wrap:anywhere;}[aria-current].svelte-198vmsd {background:var(--accent-soft);}"
};
function ac(e, t) {
	A(t, !0), Z(e, ic);
	let n = /* @__PURE__ */ F(0);
	async function r(e) {
		I(n, e, !0);
		let { model: r, sentence: i, formula: a, kind: o } = t.story.steps[e];
		a && o === "holds" && await $.type(a), r && JSON.stringify(r) !== JSON.stringify($.model) && await $.become(r, i);
	}
	var i = rc(), a = L(i), o = z(a, !0), s = B(a, 2), c = B(L(s), 2), l = z(c, !0), u = z(B(c, 2));
	O(s);
	var d = B(s, 2);
	X(d, 21, () => t.story.steps, zr, (e, t, i) => {
		var a = tc(), o = L(a), s = L(o), c = B(s), l = z(c, !0), u = B(c, 2), d = (e) => {
			var n = ec();
			Aa(L(n), { get text() {
				return W(t).formula;
			} }), O(n), q(e, n);
		};
		Y(u, (e) => {
			W(t).formula && e(d);
		}), O(o), O(a), V((e) => {
			Q(o, "aria-current", i === W(n) ? "step" : void 0), J(s, `${W(t).sentence ?? ""} `), J(l, e);
		}, [() => W(t).worlds.toLocaleString("en")]), G("click", o, () => r(i)), q(e, a);
	}), O(d);
	var f = B(d, 2), p = L(f), m = B(p, 2);
	O(f);
	var h = B(f, 2), g = (e) => {
		var n = nc(), r = B(L(n));
		O(n), V(() => J(r, ` ${t.story.conclusion ?? ""}`)), q(e, n);
	};
	Y(h, (e) => {
		W(n) === t.story.steps.length - 1 && e(g);
	}), O(i), V(() => {
		J(o, t.story.title), J(l, t.story.statement), J(u, `Source: ${t.story.source ?? ""}`), p.disabled = W(n) === 0, m.disabled = W(n) === t.story.steps.length - 1;
	}), G("click", p, () => r(W(n) - 1)), G("click", m, () => r(W(n) + 1)), q(e, i), j();
}
_r(["click"]);
// src/parts/Timeline.svelte
var oc = /* @__PURE__ */ K("<span aria-hidden=\"true\">↳</span>"), sc = /* @__PURE__ */ K("<li><button class=\"quiet svelte-l5gxhn\"><!> <span class=\"pale\"> </span></button></li>"), cc = /* @__PURE__ */ K("<nav class=\"timeline svelte-l5gxhn\" aria-label=\"Timeline\"><ol class=\"svelte-l5gxhn\"></ol></nav>"), lc = {
	hash: "svelte-l5gxhn",
	code: ".timeline.svelte-l5gxhn {border-top:1px solid var(--line);background:var(--ground);overflow-x:auto;}ol.svelte-l5gxhn {display:flex;gap:4px;margin:0;padding:6px 12px;list-style:none;}button.svelte-l5gxhn {max-width:260px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:13px;}[aria-current].svelte-l5gxhn {border-color:var(--accent);background:var(--paper);color:var(--accent);}"
};
function uc(e, t) {
	A(t, !0), Z(e, lc);
	let n = /* @__PURE__ */ N(() => new Set($.moments.filter((e) => $.moments.some((t) => t.before === e.before && t.id < e.id)).map((e) => e.id)));
	var r = cc(), i = L(r);
	X(i, 21, () => $.moments, (e) => e.id, (e, t) => {
		var r = sc(), i = L(r), a = L(i), o = (e) => {
			q(e, oc());
		}, s = /* @__PURE__ */ N(() => W(n).has(W(t).id));
		Y(a, (e) => {
			W(s) && e(o);
		});
		var c = B(a), l = z(B(c), !0);
		O(i), O(r), V((e, n) => {
			Q(i, "aria-current", W(t).id === $.now ? "step" : void 0), Q(i, "title", e), J(c, ` ${W(t).label ?? ""} `), J(l, n);
		}, [() => W(n).has(W(t).id) ? `another way on from step ${W(t).before}` : void 0, () => Object.keys(W(t).model.worlds).length]), G("click", i, () => $.go(W(t).id)), q(e, r);
	}), O(i), O(r), q(e, r), j();
}
_r(["click"]);
// src/parts/Explore.svelte
var dc = /* @__PURE__ */ K("<div class=\"problem full svelte-4ufa8d\" role=\"alert\"> </div>"), fc = /* @__PURE__ */ K("<main><section class=\"stage svelte-4ufa8d\" aria-label=\"Model\"><!> <!></section> <aside aria-label=\"Questions and changes\" class=\"svelte-4ufa8d\"><!> <!> <!> <!> <!> <!></aside></main>"), pc = {
	hash: "svelte-4ufa8d",
	code: "main.svelte-4ufa8d {display:grid;grid-template-columns:minmax(0, 1fr) 420px;min-height:0;}.stage.svelte-4ufa8d {display:grid;grid-template-rows:minmax(0, 1fr) auto;min-height:0;}aside.svelte-4ufa8d {display:grid;align-content:start;gap:12px;padding:12px 16px 24px;overflow-y:auto;border-left:1px solid var(--line);}.full.svelte-4ufa8d {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:13px;}main.slide.svelte-4ufa8d {grid-template-columns:1fr;}.slide.svelte-4ufa8d aside:where(.svelte-4ufa8d) {display:none;}\n\n  @media (max-width: 900px) {main.svelte-4ufa8d {grid-template-columns:minmax(0, 1fr);}.stage.svelte-4ufa8d {grid-template-rows:62vh auto;}aside.svelte-4ufa8d {border-left:0;padding:12px;}\n  }"
};
function mc(e, t) {
	A(t, !0), Z(e, pc);
	let n = ki(t, "slide", 3, !1);
	var r = fc();
	let i;
	var a = L(r), o = L(a);
	$s(o, {}), uc(B(o, 2), {}), O(a);
	var s = B(a, 2), c = L(s), l = (e) => {
		ac(e, { get story() {
			return $.story;
		} });
	};
	Y(c, (e) => {
		$.story && e(l);
	});
	var u = B(c, 2);
	hs(u, {});
	var d = B(u, 2), f = (e) => {
		var t = dc(), n = z(t, !0);
		V(() => J(n, $.refused.full ?? $.refused.message)), q(e, t);
	};
	Y(d, (e) => {
		$.refused && e(f);
	});
	var p = B(d, 2);
	Go(p, {});
	var m = B(p, 2);
	fo(m, {}), Ds(B(m, 2), {}), O(s), O(r), V(() => i = ei(r, 1, "svelte-4ufa8d", null, i, { slide: n() })), q(e, r), j();
}
// src/Widget.svelte
var hc = /* @__PURE__ */ K("<div class=\"widget svelte-gxf5w3\"><!> <!></div>"), gc = {
	hash: "svelte-gxf5w3",
	code: ".widget.svelte-gxf5w3 {display:grid;grid-template-rows:auto minmax(0, 1fr);gap:8px;height:640px;padding:8px;container-type:inline-size;}"
};
function _c(e) {
	Z(e, gc);
	let t = /* @__PURE__ */ F(!1);
	var n = hc(), r = L(n);
	no(r, {
		get slide() {
			return W(t);
		},
		set slide(e) {
			I(t, e, !0);
		}
	}), mc(B(r, 2), { get slide() {
		return W(t);
	} }), O(n), q(e, n);
}
// src/widget.ts
var vc = /* @__PURE__ */ new Map(), yc = 0;
function bc({ model: e }) {
	e.on("msg:custom", (e) => {
		let { id: t, status: n, text: r } = e;
		vc.get(t)?.(new Response(r, { status: n })), vc.delete(t);
	}), Ri((t, n, r) => {
		let i = yc++;
		return e.send({
			id: i,
			route: t,
			body: JSON.stringify(n)
		}), new Promise((e, t) => {
			vc.set(i, e), r.addEventListener("abort", () => {
				vc.delete(i), t(r.reason);
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
function xc({ el: e }) {
	let t = e.attachShadow({ mode: "open" }), n = document.createElement("style");
	n.textContent = `${_a.replaceAll(":root", ":host")} :host { display: block; color: var(--ink); background: var(--ground); font: 15px/1.45 var(--sans); text-align: left; }`, t.append(n);
	let r = Nr(_c, { target: t.appendChild(document.createElement("div")) });
	return () => void Lr(r);
}
var Sc = {
	initialize: bc,
	render: xc
};
export { Sc as default };

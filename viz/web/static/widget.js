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
}(), he = !!globalThis.document?.contentType && /* @__PURE__ */ globalThis.document.contentType.includes("xml"), ge = {}, w = Symbol("uninitialized"), _e = "http://www.w3.org/1999/xhtml";
function ve() {
	console.warn("https://svelte.dev/e/derived_inert");
}
function ye(e) {
	console.warn("https://svelte.dev/e/hydration_mismatch");
}
function be() {
	console.warn("https://svelte.dev/e/select_multiple_invalid_value");
}
function xe() {
	console.warn("https://svelte.dev/e/svelte_boundary_reset_noop");
}
// node_modules/svelte/src/internal/client/dom/hydration.js
var T = !1;
function Se(e) {
	T = e;
}
var E;
function Ce(e) {
	if (e === null) throw ye(), ge;
	return E = e;
}
function we() {
	return Ce(/* @__PURE__ */ on(E));
}
function D(e) {
	if (T) {
		if (/* @__PURE__ */ on(E) !== null) throw ye(), ge;
		E = e;
	}
}
function Te(e = 1) {
	if (T) {
		for (var t = e, n = E; t--;) n = /* @__PURE__ */ on(n);
		E = n;
	}
}
function Ee(e = !0) {
	for (var t = 0, n = E;;) {
		if (n.nodeType === 8) {
			var r = n.data;
			if (r === "]") {
				if (t === 0) return n;
				--t;
			} else (r === "[" || r === "[!" || r[0] === "[" && !isNaN(Number(r.slice(1)))) && (t += 1);
		}
		var i = /* @__PURE__ */ on(n);
		e && n.remove(), n = i;
	}
}
function De(e) {
	if (!e || e.nodeType !== 8) throw ye(), ge;
	return e.data;
}
// node_modules/svelte/src/internal/client/reactivity/equality.js
function Oe(e) {
	return e === this.v;
}
function ke(e, t) {
	return e == e ? e !== t || typeof e == "object" && !!e || typeof e == "function" : t == t;
}
function Ae(e) {
	return !ke(e, this.v);
}
function je(e) {
	throw Error("https://svelte.dev/e/lifecycle_outside_component");
}
// node_modules/svelte/src/internal/client/errors.js
function Me() {
	throw Error("https://svelte.dev/e/async_derived_orphan");
}
function Ne(e, t, n) {
	throw Error("https://svelte.dev/e/each_key_duplicate");
}
function Pe(e) {
	throw Error("https://svelte.dev/e/effect_in_teardown");
}
function Fe() {
	throw Error("https://svelte.dev/e/effect_in_unowned_derived");
}
function Ie(e) {
	throw Error("https://svelte.dev/e/effect_orphan");
}
function Le() {
	throw Error("https://svelte.dev/e/effect_update_depth_exceeded");
}
function Re(e) {
	throw Error("https://svelte.dev/e/props_invalid_value");
}
function ze() {
	throw Error("https://svelte.dev/e/state_descriptors_fixed");
}
function Be() {
	throw Error("https://svelte.dev/e/state_prototype_fixed");
}
function Ve() {
	throw Error("https://svelte.dev/e/state_unsafe_mutation");
}
function He() {
	throw Error("https://svelte.dev/e/svelte_boundary_reset_onerror");
}
// node_modules/svelte/src/internal/shared/context.js
function Ue(e) {
	let t = e.p;
	for (; t !== null && t.c === null;) t = t.p;
	return t?.c ?? null;
}
function We(e, t) {
	return e === null && je(t), e.c ??= new Map(Ue(e) || void 0);
}
// node_modules/svelte/src/internal/client/context.js
var O = null;
function Ge(e) {
	O = e;
}
function Ke(e) {
	return We(O, "getContext").get(e);
}
function k(e, t = !1, n) {
	O = {
		p: O,
		i: !1,
		c: null,
		e: null,
		s: e,
		x: null,
		r: H,
		l: null
	};
}
function A(e) {
	var t = O, n = t.e;
	if (n !== null) {
		t.e = null;
		for (var r of n) yn(r);
	}
	return e !== void 0 && (t.x = e), t.i = !0, O = t.p, qe(e);
}
function qe(e = {}) {
	return i(e, oe, { value: !0 }), e;
}
function Je() {
	return !0;
}
// node_modules/svelte/src/internal/client/dom/task.js
var Ye = [];
function Xe() {
	var e = Ye;
	Ye = [], f(e);
}
function Ze(e) {
	if (Ye.length === 0 && !wt) {
		var t = Ye;
		queueMicrotask(() => {
			t === Ye && Xe();
		});
	}
	Ye.push(e);
}
function Qe() {
	for (; Ye.length > 0;) Xe();
}
// node_modules/svelte/src/internal/client/reactivity/status.js
var $e = ~(g | _ | h);
function j(e, t) {
	e.f = e.f & $e | t;
}
function et(e) {
	e.f & 512 || e.deps === null ? j(e, h) : j(e, _);
}
// node_modules/svelte/src/internal/client/reactivity/utils.js
function tt(e, t) {
	e.f & 2048 ? t.set(e, g) : e.f & 4096 && t.get(e) !== 2048 && t.set(e, _), j(e, h);
}
// node_modules/svelte/src/internal/client/dom/elements/misc.js
function nt(e) {
	T && /* @__PURE__ */ an(e) !== null && sn(e);
}
var rt = !1;
function it() {
	rt || (rt = !0, document.addEventListener("reset", (e) => {
		Promise.resolve().then(() => {
			if (!e.defaultPrevented) for (let t of e.target.elements) t[pe]?.();
		});
	}, { capture: !0 }));
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/shared.js
function at(e) {
	var t = V, n = H;
	Vn(null), Hn(null);
	try {
		return e();
	} finally {
		Vn(t), Hn(n);
	}
}
function ot(e, t, n, r = n) {
	e.addEventListener(t, () => at(n));
	let i = e[pe];
	e[pe] = i ? () => {
		i(), r(!0);
	} : () => r(!0), it();
}
// node_modules/svelte/src/internal/client/reactivity/async.js
function st(e, t, n, r) {
	let i = Je() ? dt : mt;
	var a = e.filter((e) => !e.settled), o = t.map(i);
	if (n.length === 0 && a.length === 0) {
		r(o);
		return;
	}
	var s = H, c = ct(), l = a.length === 1 ? a[0].promise : a.length > 1 ? Promise.all(a.map((e) => e.promise)) : null;
	function u(e) {
		if (!(s.f & 16384)) {
			c();
			try {
				r([...o, ...e]);
			} catch (e) {
				fn(e, s);
			}
			lt();
		}
	}
	var d = ut();
	if (n.length === 0) {
		l.then(() => u([])).finally(d);
		return;
	}
	function f() {
		Promise.all(n.map((e) => /* @__PURE__ */ pt(e))).then(u).catch((e) => fn(e, s)).finally(d);
	}
	l ? l.then(() => {
		s.f & 16384 ? d() : (c(), f(), lt());
	}) : f();
}
function ct() {
	var e = H, t = V, n = O, r = N;
	return function(i = !0) {
		Hn(e), Vn(t), Ge(n), i && !(e.f & 16384) && (r?.activate(), r?.apply());
	};
}
function lt(e = !0) {
	Hn(null), Vn(null), Ge(null), e && N?.deactivate();
}
function ut() {
	var e = H, t = e.b, n = N, r = !!t?.is_rendered();
	return t?.update_pending_count(1, n), n.increment(r, e), () => {
		t?.update_pending_count(-1, n), n.decrement(r, e);
	};
}
/*#__NO_SIDE_EFFECTS__*/
function dt(e) {
	var t = 2 | g;
	return H !== null && (H.f |= C), {
		ctx: O,
		deps: null,
		effects: null,
		equals: Oe,
		f: t,
		fn: e,
		reactions: null,
		rv: 0,
		v: w,
		wv: 0,
		parent: H,
		ac: null
	};
}
var ft = Symbol("obsolete");
/*#__NO_SIDE_EFFECTS__*/
function pt(e, t, n) {
	let r = H;
	r === null && Me();
	var i = void 0, a = Vt(w), o = !V, s = /* @__PURE__ */ new Set();
	return Sn(() => {
		var t = H, n = p();
		i = n.promise;
		try {
			Promise.resolve(e()).then(n.resolve, (e) => {
				e !== me && n.reject(e);
			}).finally(lt);
		} catch (e) {
			n.reject(e), lt();
		}
		var c = N;
		if (o) {
			if (t.f & 32768) var l = ut();
			if (r.b?.is_rendered()) c.async_deriveds.get(t)?.reject(ft);
			else for (let e of s.values()) e.reject(ft);
			s.add(n), c.async_deriveds.set(t, n);
		}
		let u = (e, t = void 0) => {
			l?.(), s.delete(n), t !== ft && (c.activate(), t ? (a.f |= ie, Gt(a, t)) : (a.f & 8388608 && (a.f ^= ie), Gt(a, e)), c.deactivate());
		};
		n.promise.then(u, (e) => u(null, e || "unknown"));
	}), _n(() => {
		for (let e of s) e.reject(ft);
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
function M(e) {
	let t = /* @__PURE__ */ dt(e);
	return Wn(t), t;
}
/*#__NO_SIDE_EFFECTS__*/
function mt(e) {
	let t = /* @__PURE__ */ dt(e);
	return t.equals = Ae, t;
}
function ht(e) {
	var t = e.effects;
	if (t !== null) {
		e.effects = null;
		for (var n = 0; n < t.length; n += 1) kn(t[n]);
	}
}
function gt(e) {
	var t, n = H, r = e.parent;
	if (!Rn && r !== null && e.v !== w && r.f & 24576) return ve(), e.v;
	Hn(r);
	try {
		ht(e), t = nr(e);
	} finally {
		Hn(n);
	}
	return t;
}
function _t(e) {
	var t = gt(e);
	!e.equals(t) && (e.wv = $n(), (!N?.is_fork || e.deps === null) && (N === null ? e.v = t : (N.capture(e, t, !0), xt?.capture(e, t, !0)), e.deps === null)) ? j(e, h) : Rn || (St === null ? et(e) : (gn() || N?.is_fork) && St.set(e, t));
}
function vt(e) {
	if (e.effects !== null) for (let t of e.effects) (t.teardown || t.ac) && (t.teardown?.(), t.ac !== null && at(() => {
		t.ac.abort(me), t.ac = null;
	}), t.fn !== null && (t.teardown = d), ar(t, 0), Dn(t));
}
function yt(e) {
	if (e.effects !== null) for (let t of e.effects) t.teardown && t.fn !== null && or(t);
}
// node_modules/svelte/src/internal/client/reactivity/batch.js
var bt = null, N = null, xt = null, St = null, Ct = null, wt = !1, Tt = !1, Et = null, Dt = null, Ot = 0, kt = 1, At = class e {
	id = kt++;
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
		bt === null ? bt = this : (bt.next = this, this.prev = bt), bt = this;
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
			for (var r of n.d) j(r, g), t(r);
			for (r of n.m) j(r, _), t(r);
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
		for (let [e, t] of this.#s) j(e, t), this.schedule(e);
		this.apply();
		for (var t = Et = [], n = [], r = Dt = []; this.#a.length > 0;) {
			Ot++ > 1e3 && (this.#b(), Mt());
			for (let e of this.#p()) try {
				this.#h(e, t, n);
			} catch (t) {
				throw Lt(e), this.#d() || this.discard(), t;
			}
		}
		if (N = null, r.length > 0) {
			var i = e.ensure();
			for (let e of r) i.schedule(e);
		}
		if (Et = null, Dt = null, this.#d()) {
			this.#y(n), this.#y(t);
			for (let [e, t] of this.#c) It(e, t);
			r.length > 0 && N.#m();
			return;
		}
		let a = this.#g();
		if (a) this.#y(n), this.#y(t), a.#v(this);
		else {
			this.#s.clear();
			for (let e of this.#e) e(this);
			this.#e.clear(), xt = this, Pt(n), Pt(t), xt = null, this.#i?.resolve();
			var o = N;
			this.#n === 0 && (this.#a.length === 0 || o !== null) && this.#b(), o !== null && (zt.clear(), o.#m());
		}
	}
	#h(e, t, n) {
		e.f ^= h;
		for (var r = e.first; r !== null;) {
			var i = r.f, a = !!(i & 96);
			if (!(a && i & 1024 || i & 8192 || this.#c.has(r)) && r.fn !== null) {
				a ? r.f ^= h : i & 4 ? t.push(r) : er(r) && (i & 16 && this.add_dirty_reaction(r, _), or(r));
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
					r & 4194320 && !this.async_deriveds.has(i) && (this.#s.delete(i), j(i, g), this.schedule(i));
				}
			}
		};
		for (let e of this.current.keys()) t(e);
		this.oncommit(() => e.discard()), e.#b(), N = this, this.#m();
	}
	#y(e) {
		for (var t = 0; t < e.length; t += 1) tt(e[t], this.#s);
	}
	capture(e, t, n = !1) {
		e.v !== w && !this.previous.has(e) && this.previous.set(e, e.v), e.f & 8388608 || (this.current.set(e, [t, n]), St?.set(e, t)), this.is_fork || (e.v = t);
	}
	activate() {
		N = this;
	}
	deactivate() {
		N = null, St = null;
	}
	flush() {
		try {
			Tt = !0, N = this, this.#m();
		} finally {
			Ot = 0, Ct = null, Et = null, Dt = null, Tt = !1, N = null, St = null, zt.clear();
		}
	}
	discard() {
		for (let e of this.#t) e(this);
		this.#t.clear();
		for (let e of this.async_deriveds.values()) e.reject(ft);
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
		this.#u || (this.#u = !0, Ze(() => {
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
		if (N === null) {
			let t = N = new e();
			!Tt && !wt && Ze(() => {
				t.started || t.flush();
			});
		}
		return N;
	}
	apply() {
		St = null;
	}
	schedule(e) {
		Ct = e, e.b?.is_pending && e.f & 16777228 && !(e.f & 32768) ? e.b.defer_effect(e) : this.#a.push(e);
	}
	#b() {
		if (this.linked) {
			var e = this.prev, t = this.next;
			e === null || (e.next = t), t === null ? bt = e : t.prev = e, this.linked = !1;
		}
	}
};
function jt(e) {
	var t = wt, n = xt;
	xt = null, wt = !0;
	try {
		var r;
		for (e && (jt(), r = e());;) {
			if (Qe(), N === null) return r;
			N.flush();
		}
	} finally {
		wt = t, xt = n;
	}
}
function Mt() {
	try {
		Le();
	} catch (e) {
		fn(e, Ct);
	}
}
var Nt = null;
function Pt(e) {
	var t = e.length;
	if (t !== 0) {
		for (var n = 0; n < t;) {
			var r = e[n++];
			if (!(r.f & 24576) && er(r) && (Nt = /* @__PURE__ */ new Set(), or(r), r.deps === null && r.first === null && r.nodes === null && r.teardown === null && r.ac === null && jn(r), Nt?.size > 0)) {
				zt.clear();
				for (let e of Nt) {
					if (e.f & 24576) continue;
					let t = [e], n = e.parent;
					for (; n !== null;) Nt.has(n) && (Nt.delete(n), t.push(n)), n = n.parent;
					for (let e = t.length - 1; e >= 0; e--) {
						let n = t[e];
						n.f & 24576 || or(n);
					}
				}
				Nt.clear();
			}
		}
		Nt = null;
	}
}
function Ft(e) {
	N.schedule(e);
}
function It(e, t) {
	if (!(e.f & 32 && e.f & 1024)) {
		e.f & 2048 ? t.d.push(e) : e.f & 4096 && t.m.push(e), j(e, h);
		for (var n = e.first; n !== null;) It(n, t), n = n.next;
	}
}
function Lt(e) {
	j(e, h);
	for (var t = e.first; t !== null;) Lt(t), t = t.next;
}
// node_modules/svelte/src/internal/client/reactivity/sources.js
var Rt = /* @__PURE__ */ new Set(), zt = /* @__PURE__ */ new Map(), Bt = !1;
function Vt(e, t) {
	return {
		f: 0,
		v: e,
		reactions: null,
		equals: Oe,
		rv: 0,
		wv: 0
	};
}
/*#__NO_SIDE_EFFECTS__*/
function P(e, t) {
	let n = Vt(e, t);
	return Wn(n), n;
}
/*#__NO_SIDE_EFFECTS__*/
function Ht(e, t = !1, n = !0) {
	let r = Vt(e);
	return t || (r.equals = Ae), r;
}
function F(e, t, n = !1) {
	return V !== null && (!Bn || V.f & 131072) && Je() && V.f & 4325394 && (Un === null || !Un.has(e)) && Ve(), Gt(e, n ? Yt(t) : t, Dt);
}
var Ut = null, Wt = 0;
function Gt(e, t, n = null) {
	if (!e.equals(t)) {
		Rn ? zt.set(e, t) : zt.has(e) || zt.set(e, e.v);
		var r = At.ensure();
		if (r.capture(e, t), e.f & 2) {
			let t = e;
			e.f & 2048 && gt(t), St === null && et(t);
		}
		e.wv = $n(), Ut = null, Wt = 0, Jt(e, g, n), Ut = null, Je() && H !== null && H.f & 1024 && !(H.f & 96) && (qn === null ? Jn([e]) : qn.push(e)), !r.is_fork && Rt.size > 0 && !Bt && Kt();
	}
	return t;
}
function Kt() {
	Bt = !1;
	for (let e of Rt) {
		e.f & 1024 && j(e, _);
		let t;
		try {
			t = er(e);
		} catch {
			t = !0;
		}
		t && or(e);
	}
	Rt.clear();
}
function qt(e) {
	F(e, e.v + 1);
}
function Jt(e, t, n) {
	var r = e.reactions;
	if (r !== null) {
		var i = Je(), a = r.length;
		if (Wt += a, Wt > 1e5 && Ut === null && (Ut = /* @__PURE__ */ new Set()), Ut !== null) {
			if (Ut.has(e)) return;
			Ut.add(e);
		}
		for (var o = 0; o < a; o++) {
			var s = r[o], c = s.f;
			if (i || s !== H) {
				var l = (c & g) === 0;
				if (l && j(s, t), c & 131072) Rt.add(s);
				else if (c & 2) {
					var u = s;
					St?.delete(u), Jt(u, _, n);
				} else if (l) {
					var d = s;
					c & 16 && Nt !== null && Nt.add(d), n === null ? Ft(d) : n.push(d);
				}
			}
		}
	}
}
function Yt(t) {
	if (typeof t != "object" || !t || ae in t || oe in t) return t;
	let n = l(t);
	if (n !== s && n !== c) return t;
	var r = /* @__PURE__ */ new Map(), i = e(t), o = /* @__PURE__ */ P(0), u = null, d = Zn, f = (e) => {
		if (Zn === d) return e();
		var t = V, n = Zn;
		Vn(null), Qn(d);
		var r = e();
		return Vn(t), Qn(n), r;
	};
	return i && r.set("length", /* @__PURE__ */ P(t.length, u)), new Proxy(t, {
		defineProperty(e, t, n) {
			"value" in n && n.configurable !== !1 && n.enumerable !== !1 && n.writable !== !1 || ze();
			var i = r.get(t);
			return i === void 0 ? f(() => {
				var e = /* @__PURE__ */ P(n.value, u);
				return r.set(t, e), e;
			}) : F(i, n.value, !0), !0;
		},
		deleteProperty(e, t) {
			var n = r.get(t);
			if (n === void 0) {
				if (t in e) {
					let e = f(() => /* @__PURE__ */ P(w, u));
					r.set(t, e), qt(o);
				}
			} else F(n, w), qt(o);
			return !0;
		},
		get(e, n, i) {
			if (n === ae) return t;
			var o = r.get(n), s = n in e;
			if (o === void 0 && (!s || a(e, n)?.writable) && (o = f(() => /* @__PURE__ */ P(Yt(s ? e[n] : w), u)), r.set(n, o)), o !== void 0) {
				var c = U(o);
				return c === w ? void 0 : c;
			}
			return Reflect.get(e, n, i);
		},
		getOwnPropertyDescriptor(e, t) {
			this.has?.(e, t);
			var n = Reflect.getOwnPropertyDescriptor(e, t), i = r.get(t);
			if (i !== void 0) {
				var a = U(i);
				if (a === w) return;
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
			var n = r.get(t), i = n !== void 0 && n.v !== w || Reflect.has(e, t);
			return (n !== void 0 || (H !== null || V !== null) && (!i || a(e, t)?.writable)) && (n === void 0 && (n = f(() => /* @__PURE__ */ P(i ? Yt(e[t]) : w, u)), r.set(t, n)), U(n) === w) ? !1 : i;
		},
		set(e, t, n, s) {
			var c = r.get(t), l = t in e;
			if (i && t === "length") for (var d = n; d < c.v; d += 1) {
				var p = r.get(d + "");
				p === void 0 ? d in e && (p = f(() => /* @__PURE__ */ P(w, u)), r.set(d + "", p)) : F(p, w);
			}
			if (c === void 0) (!l || a(e, t)?.writable) && (c = f(() => /* @__PURE__ */ P(void 0, u)), F(c, Yt(n)), r.set(t, c));
			else {
				l = c.v !== w;
				var m = f(() => Yt(n));
				F(c, m);
			}
			var h = Reflect.getOwnPropertyDescriptor(e, t);
			if (h?.set && h.set.call(s, n), !l) {
				if (i && typeof t == "string") {
					var g = r.get("length"), _ = Number(t);
					Number.isInteger(_) && _ >= g.v && F(g, _ + 1);
				}
				qt(o);
			}
			return !0;
		},
		ownKeys(e) {
			U(o);
			var t = Reflect.ownKeys(e).filter((e) => {
				var t = r.get(e);
				return t === void 0 || t.v !== w;
			});
			for (var [n, i] of r) i.v !== w && !(n in e) && t.push(n);
			return t;
		},
		setPrototypeOf() {
			Be();
		}
	});
}
function Xt(e) {
	try {
		if (typeof e == "object" && e && ae in e) return e[ae];
	} catch {}
	return e;
}
function Zt(e, t) {
	return Object.is(Xt(e), Xt(t));
}
var Qt, $t, en, tn;
function nn() {
	if (Qt === void 0) {
		Qt = window, $t = /Firefox/.test(navigator.userAgent);
		var e = Element.prototype, t = Node.prototype, n = Text.prototype;
		en = a(t, "firstChild").get, tn = a(t, "nextSibling").get, u(e) && (e[ue] = void 0, e[le] = null, e[de] = void 0, e.__e = void 0), u(n) && (n[fe] = void 0);
	}
}
function rn(e = "") {
	return document.createTextNode(e);
}
/*@__NO_SIDE_EFFECTS__*/
function an(e) {
	return en.call(e);
}
/*@__NO_SIDE_EFFECTS__*/
function on(e) {
	return tn.call(e);
}
function I(e, t) {
	if (!T) return /* @__PURE__ */ an(e);
	var n = /* @__PURE__ */ an(E);
	if (n === null) n = E.appendChild(rn());
	else if (t && n.nodeType !== 3) {
		var r = rn();
		return n?.before(r), Ce(r), r;
	}
	return t && un(n), Ce(n), n;
}
function L(e, t = !1) {
	if (!T) {
		var n = /* @__PURE__ */ an(e);
		return n instanceof Comment && n.data === "" ? /* @__PURE__ */ on(n) : n;
	}
	if (t) {
		if (E?.nodeType !== 3) {
			var r = rn();
			return E?.before(r), Ce(r), r;
		}
		un(E);
	}
	return E;
}
function R(e, t = !1) {
	if (!T) return /* @__PURE__ */ an(e);
	var n = I(e, t);
	return D(e), n;
}
function z(e, t = 1, n = !1) {
	let r = T ? E : e;
	for (var i; t--;) i = r, r = /* @__PURE__ */ on(r);
	if (!T) return r;
	if (n) {
		if (r?.nodeType !== 3) {
			var a = rn();
			return r === null ? i?.after(a) : r.before(a), Ce(a), a;
		}
		un(r);
	}
	return Ce(r), r;
}
function sn(e) {
	e.textContent = "";
}
function cn() {
	return !1;
}
function ln(e, t, n) {
	return t == null || t === "http://www.w3.org/1999/xhtml" ? n ? document.createElement(e, { is: n }) : document.createElement(e) : n ? document.createElementNS(t, e, { is: n }) : document.createElementNS(t, e);
}
function un(e) {
	if (e.nodeValue.length < 65536) return;
	let t = e.nextSibling;
	for (; t !== null && t.nodeType === 3;) t.remove(), e.nodeValue += t.nodeValue, t = e.nextSibling;
}
function dn(e) {
	var t = H;
	if (t === null) return V.f |= ie, e;
	if (!(t.f & 32768) && !(t.f & 4)) throw e;
	fn(e, t);
}
function fn(e, t) {
	if (e === ge) throw e;
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
function pn(e) {
	H === null && (V === null && Ie(e), Fe()), Rn && Pe(e);
}
function mn(e, t) {
	var n = t.last;
	n === null ? t.last = t.first = e : (n.next = e, e.prev = n, t.last = e);
}
function hn(e, t) {
	var n = H;
	n !== null && n.f & 8192 && (e |= v);
	var r = {
		ctx: O,
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
	N?.register_created_effect(r);
	var i = r;
	if (e & 4) Et === null ? At.ensure().schedule(r) : Et.push(r);
	else if (t !== null) {
		try {
			or(r);
		} catch (e) {
			throw kn(r), e;
		}
		i.deps === null && i.teardown === null && i.nodes === null && i.first === i.last && !(i.f & 524288) && (i = i.first, e & 16 && e & 65536 && i !== null && (i.f |= S));
	}
	if (i !== null && (i.parent = n, n !== null && mn(i, n), V !== null && V.f & 2 && !(e & 64))) {
		var a = V;
		(a.effects ??= []).push(i);
	}
	return r;
}
function gn() {
	return V !== null && !Bn;
}
function _n(e) {
	let t = hn(8, null);
	return j(t, h), t.teardown = e, t;
}
function vn(e) {
	pn("$effect");
	var t = H.f;
	if (!V && t & 32 && O !== null && !O.i) {
		var n = O;
		(n.e ??= []).push(e);
	} else return yn(e);
}
function yn(e) {
	return hn(4 | ee, e);
}
function bn(e) {
	At.ensure();
	let t = hn(64 | C, e);
	return (e = {}) => new Promise((n) => {
		e.outro ? Mn(t, () => {
			kn(t), n(void 0);
		}) : (kn(t), n(void 0));
	});
}
function xn(e) {
	return hn(4, e);
}
function Sn(e) {
	return hn(re | C, e);
}
function Cn(e, t = 0) {
	return hn(8 | t, e);
}
function B(e, t = [], n = [], r = []) {
	st(r, t, n, (t) => {
		hn(8, () => {
			e(...t.map(U));
		});
	});
}
function wn(e, t = 0) {
	return hn(16 | t, e);
}
function Tn(e) {
	return hn(32 | C, e);
}
function En(e) {
	var t = e.teardown;
	if (t !== null) {
		let n = Rn, r = V;
		zn(!0), Vn(null);
		try {
			t.call(null);
		} catch (t) {
			fn(t, e.parent);
		} finally {
			zn(n), Vn(r);
		}
	}
}
function Dn(e, t = !1) {
	var n = e.first;
	for (e.first = e.last = null; n !== null;) {
		let e = n.ac;
		e !== null && at(() => {
			e.abort(me);
		});
		var r = n.next;
		n.f & 64 ? n.parent = null : kn(n, t), n = r;
	}
}
function On(e) {
	for (var t = e.first; t !== null;) {
		var n = t.next;
		t.f & 32 || kn(t), t = n;
	}
}
function kn(e, t = !0) {
	var n = !1;
	(t || e.f & 262144) && e.nodes !== null && e.nodes.end !== null && (An(e.nodes.start, e.nodes.end), n = !0), e.f |= x, Dn(e, t && !n), ar(e, 0);
	var r = e.nodes && e.nodes.t;
	if (r !== null) for (let e of r) e.stop();
	En(e), e.f ^= x, e.f |= y;
	var i = e.parent;
	i !== null && i.first !== null && jn(e), e.next = e.prev = e.teardown = e.ctx = e.deps = e.fn = e.nodes = e.ac = e.b = null;
}
function An(e, t) {
	for (; e !== null;) {
		var n = e === t ? null : /* @__PURE__ */ on(e);
		e.remove(), e = n;
	}
}
function jn(e) {
	var t = e.parent, n = e.prev, r = e.next;
	n !== null && (n.next = r), r !== null && (r.prev = n), t !== null && (t.first === e && (t.first = r), t.last === e && (t.last = n));
}
function Mn(e, t, n = !0) {
	var r = [];
	e.f |= 256, Nn(e, r, !0);
	var i = () => {
		n && kn(e), t && t();
	}, a = r.length;
	if (a > 0) {
		var o = () => --a || i();
		for (var s of r) s.out(o);
	} else i();
}
function Nn(e, t, n) {
	if (!(e.f & 8192)) {
		e.f ^= v;
		var r = e.nodes && e.nodes.t;
		if (r !== null) for (let e of r) (e.is_global || n) && t.push(e);
		for (var i = e.first; i !== null;) {
			var a = i.next;
			if (!(i.f & 64)) {
				var o = !!(i.f & 65536) || !!(i.f & 32) && !!(e.f & 16);
				Nn(i, t, o ? n : !1);
			}
			i = a;
		}
	}
}
function Pn(e) {
	e.f &= -257, Fn(e, !0);
}
function Fn(e, t) {
	if (!(e.f & 256) && e.f & 8192) {
		e.f ^= v, e.f & 1024 || (j(e, g), At.ensure().schedule(e));
		for (var n = e.first; n !== null;) {
			var r = n.next, i = !!(n.f & 65536) || !!(n.f & 32);
			Fn(n, i ? t : !1), n = r;
		}
		var a = e.nodes && e.nodes.t;
		if (a !== null) for (let e of a) (e.is_global || t) && e.in();
	}
}
function In(e, t) {
	if (e.nodes) for (var n = e.nodes.start, r = e.nodes.end; n !== null;) {
		var i = n === r ? null : /* @__PURE__ */ on(n);
		t.append(n), n = i;
	}
}
// node_modules/svelte/src/internal/client/legacy.js
var Ln = null, Rn = !1;
function zn(e) {
	Rn = e;
}
var V = null, Bn = !1;
function Vn(e) {
	V = e;
}
var H = null;
function Hn(e) {
	H = e;
}
var Un = null;
function Wn(e) {
	V !== null && (V.f & 2097152 || V.f & 2) && (Un ??= /* @__PURE__ */ new Set()).add(e);
}
var Gn = null, Kn = 0, qn = null;
function Jn(e) {
	qn = e;
}
var Yn = 1, Xn = 0, Zn = Xn;
function Qn(e) {
	Zn = e;
}
function $n() {
	return ++Yn;
}
function er(e) {
	var t = e.f;
	if (t & 2048) return !0;
	if (t & 4096) {
		for (var n = e.deps, r = n.length, i = 0; i < r; i++) {
			var a = n[i];
			if (er(a) && _t(a), a.wv > e.wv) return !0;
		}
		t & 512 && St === null && j(e, h);
	}
	return !1;
}
function tr(e, t, n = !0) {
	var r = e.reactions;
	if (r !== null && !(Un !== null && Un.has(e))) for (var i = 0; i < r.length; i++) {
		var a = r[i];
		a.f & 2 ? tr(a, t, !1) : t === a && (n ? j(a, g) : a.f & 1024 && j(a, _), Ft(a));
	}
}
function nr(e) {
	var t = Gn, n = Kn, r = qn, i = V, a = Un, o = O, s = Bn, c = Zn, l = e.f;
	Gn = null, Kn = 0, qn = null, V = l & 96 ? null : e, Un = null, Ge(e.ctx), Bn = !1, Zn = ++Xn, e.ac !== null && (at(() => {
		e.ac.abort(me);
	}), e.ac = null);
	try {
		e.f |= ne;
		var u = e.fn, d = u();
		e.f |= b;
		var f = rr(e);
		if (Je() && qn !== null && !Bn && f !== null && !(e.f & 6146)) for (var p = 0; p < qn.length; p++) tr(qn[p], e);
		if (i !== null && i !== e) {
			if (Xn++, i.deps !== null) for (let e = 0; e < n; e += 1) i.deps[e].rv = Xn;
			if (t !== null) for (let e of t) e.rv = Xn;
			qn !== null && (r === null ? r = qn : r.push(...qn));
		}
		return e.f & 8388608 && (e.f ^= ie), d;
	} catch (t) {
		return rr(e), dn(t);
	} finally {
		e.f ^= ne, Gn = t, Kn = n, qn = r, V = i, Un = a, Ge(o), Bn = s, Zn = c;
	}
}
function rr(e) {
	var t = e.deps, n = N?.is_fork;
	if (Gn !== null) {
		var r;
		if (n || ar(e, Kn), t !== null && Kn > 0) for (t.length = Kn + Gn.length, r = 0; r < Gn.length; r++) t[Kn + r] = Gn[r];
		else e.deps = t = Gn;
		if (gn() && e.f & 512) for (r = Kn; r < t.length; r++) (t[r].reactions ??= []).push(e);
	} else !n && t !== null && Kn < t.length && (ar(e, Kn), t.length = Kn);
	return t;
}
function ir(e, r) {
	let i = r.reactions;
	if (i !== null) {
		var a = t.call(i, e);
		if (a !== -1) {
			var o = i.length - 1;
			o === 0 ? i = r.reactions = null : (i[a] = i[o], i.pop());
		}
	}
	if (i === null && r.f & 2 && (Gn === null || !n.call(Gn, r))) {
		var s = r;
		s.f & 512 && (s.f ^= 512), s.v !== w && et(s), s.ac !== null && at(() => {
			s.ac.abort(me), s.ac = null, j(s, g);
		}), vt(s), ar(s, 0);
	}
}
function ar(e, t) {
	var n = e.deps;
	if (n !== null) for (var r = t; r < n.length; r++) ir(e, n[r]);
}
function or(e) {
	var t = e.f;
	if (!(t & 16384)) {
		j(e, h);
		var n = H;
		H = e;
		try {
			t & 16777232 ? On(e) : Dn(e), En(e);
			var r = nr(e);
			e.teardown = typeof r == "function" ? r : null, e.wv = Yn;
		} finally {
			H = n;
		}
	}
}
async function sr() {
	await Promise.resolve(), jt();
}
function U(e) {
	var t = !!(e.f & 2);
	if (Ln?.add(e), V !== null && !Bn && !(H !== null && H.f & 16384) && (Un === null || !Un.has(e))) {
		var r = V.deps;
		if (V.f & 2097152) e.rv < Xn && (e.rv = Xn, Gn === null && r !== null && r[Kn] === e ? Kn++ : Gn === null ? Gn = [e] : Gn.push(e));
		else {
			V.deps ??= [], n.call(V.deps, e) || V.deps.push(e);
			var i = e.reactions;
			i === null ? e.reactions = [V] : n.call(i, V) || i.push(V);
		}
	}
	if (Rn && zt.has(e)) return zt.get(e);
	if (t) {
		var a = e;
		if (Rn) {
			var o = a.v;
			return (!(a.f & 1024) && a.reactions !== null || lr(a)) && (o = gt(a)), zt.set(a, o), o;
		}
		var s = !(a.f & 512) && !Bn && V !== null && !!(V.f & 512), c = (a.f & b) === 0;
		er(a) && (s && (a.f |= 512), _t(a)), s && !c && (yt(a), cr(a));
	}
	if (St?.has(e)) return St.get(e);
	if (e.f & 8388608) throw e.v;
	return e.v;
}
function cr(e) {
	if (e.f |= 512, e.deps !== null) for (let r of e.deps) {
		var t = r.reactions;
		t === null ? r.reactions = [e] : n.call(t, e) || t.push(e), r.f & 2 && !(r.f & 512) && (yt(r), cr(r));
	}
}
function lr(e) {
	if (e.v === w) return !0;
	if (e.deps === null) return !1;
	for (let t of e.deps) if (zt.has(t) || t.f & 2 && lr(t)) return !0;
	return !1;
}
function ur(e) {
	var t = Bn;
	try {
		return Bn = !0, e();
	} finally {
		Bn = t;
	}
}
[.../* @__PURE__ */ "allowfullscreen.async.autofocus.autoplay.checked.controls.default.disabled.formnovalidate.indeterminate.inert.ismap.loop.multiple.muted.nomodule.novalidate.open.playsinline.readonly.required.reversed.seamless.selected.webkitdirectory.defer.disablepictureinpicture.disableremoteplayback".split(".")];
var dr = ["touchstart", "touchmove"];
function fr(e) {
	return dr.includes(e);
}
// node_modules/svelte/src/internal/client/dev/css.js
var pr = Symbol("events"), mr = /* @__PURE__ */ new Set(), hr = /* @__PURE__ */ new Set();
function gr(e, t, n, r = {}) {
	function i(e) {
		if (r.capture || xr.call(t, e), !e.cancelBubble) return at(() => n?.call(this, e));
	}
	return e.startsWith("pointer") || e.startsWith("touch") || e === "wheel" ? (i.__removed = !1, Ze(() => {
		i.__removed || t.addEventListener(e, i, r);
	})) : t.addEventListener(e, i, r), i;
}
function _r(e, t, n, r, i) {
	var a = {
		capture: r,
		passive: i
	}, o = gr(e, t, n, a);
	(t === document.body || t === window || t === document || t instanceof HTMLMediaElement) && _n(() => {
		o.__removed = !0, t.removeEventListener(e, o, a);
	});
}
function W(e, t, n) {
	(t[pr] ??= {})[e] = n;
}
function vr(e) {
	for (var t = 0; t < e.length; t++) mr.add(e[t]);
	for (var n of hr) n(e);
}
var yr = null, br = !1;
function xr(e) {
	var t = this, n = t.ownerDocument, r = e.type, a = e.composedPath?.() || [], o = a[0] || e.target;
	yr = e, br || (br = !0, setTimeout(() => {
		br = !1, yr = null;
	}));
	var s = 0, c = yr === e && e[pr];
	if (c) {
		var l = a.indexOf(c);
		if (l !== -1 && (t === document || t === window)) {
			e[pr] = t;
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
		var d = V, f = H;
		Vn(null), Hn(null);
		try {
			for (var p, m = []; o !== null && o !== t;) {
				try {
					var h = o[pr]?.[r];
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
			e[pr] = t, delete e.currentTarget, Vn(d), Hn(f);
		}
	}
}
// node_modules/svelte/src/internal/client/dom/reconciler.js
var Sr = globalThis?.window?.trustedTypes && /* @__PURE__ */ globalThis.window.trustedTypes.createPolicy("svelte-trusted-html", { createHTML: (e) => e });
function Cr(e) {
	return Sr?.createHTML(e) ?? e;
}
function wr(e) {
	var t = ln("template");
	return t.innerHTML = Cr(e.replaceAll("<!>", "<!---->")), t.content;
}
// node_modules/svelte/src/internal/client/dom/template.js
function Tr(e, t) {
	var n = H;
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
		if (T) return Tr(E, null), E;
		i === void 0 && (i = wr(a ? e : "<!>" + e), n || (i = /* @__PURE__ */ an(i)));
		var t = r || $t ? document.importNode(i, !0) : i.cloneNode(!0);
		if (n) {
			var o = /* @__PURE__ */ an(t), s = t.lastChild;
			Tr(o, s);
		} else Tr(t, t);
		return t;
	};
}
/*#__NO_SIDE_EFFECTS__*/
function Er(e, t, n = "svg") {
	var r = !e.startsWith("<!>"), i = !!(t & 1), a = `<${n}>${r ? e : "<!>" + e}</${n}>`, o;
	return () => {
		if (T) return Tr(E, null), E;
		if (!o) {
			var e = /* @__PURE__ */ an(wr(a));
			if (i) for (o = document.createDocumentFragment(); /* @__PURE__ */ an(e);) o.appendChild(/* @__PURE__ */ an(e));
			else o = /* @__PURE__ */ an(e);
		}
		var t = o.cloneNode(!0);
		if (i) {
			var n = /* @__PURE__ */ an(t), r = t.lastChild;
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
	if (!T) {
		var t = rn(e + "");
		return Tr(t, t), t;
	}
	var n = E;
	return n.nodeType === 3 ? un(n) : (n.before(n = rn()), Ce(n)), Tr(n, n), n;
}
function Ar() {
	if (T) return Tr(E, null), E;
	var e = document.createDocumentFragment(), t = document.createComment(""), n = rn();
	return e.append(t, n), Tr(t, n), e;
}
function K(e, t) {
	if (T) {
		var n = H;
		n.f & 32768 && n.nodes.end !== null || (n.nodes.end = E), we();
	} else e !== null && e.before(t);
}
// node_modules/svelte/src/reactivity/create-subscriber.js
function jr(e) {
	let t = 0, n = Vt(0), r;
	return () => {
		gn() && (U(n), Cn(() => (t === 0 && (r = ur(() => e(() => qt(n)))), t += 1, () => {
			Ze(() => {
				--t, t === 0 && (r?.(), r = void 0, qt(n));
			});
		})));
	};
}
// node_modules/svelte/src/internal/client/dom/blocks/boundary.js
var Mr = S | C;
function Nr(e, t, n, r) {
	new Pr(e, t, n, r);
}
var Pr = class {
	parent;
	is_pending = !1;
	transform_error;
	#e;
	#t = T ? E : null;
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
	#m = jr(() => (this.#p = Vt(this.#l), () => {
		this.#p = null;
	}));
	constructor(e, t, n, r) {
		this.#e = e, this.#n = t, this.#r = (e) => {
			var t = H;
			t.b = this, t.f |= 128, n(e);
		}, this.parent = H.b, this.transform_error = r ?? this.parent?.transform_error ?? ((e) => e), this.#i = wn(() => {
			if (T) {
				let e = De(this.#t);
				we();
				let t = e === "[!";
				if (e.startsWith("[?")) {
					let t = JSON.parse(e.slice(2));
					this.#g(t);
				} else t ? this.#y() : this.#h();
			} else this.#b();
		}, Mr), T && (this.#e = E);
	}
	#h() {
		try {
			this.#a = Tn(() => this.#r(this.#e));
		} catch (e) {
			this.error(e);
		}
	}
	#g(e) {
		let t = this.#n.failed, { reset: n, invoke_onerror: r } = this.#_(e);
		Ze(r), t && (this.#s = Tn(() => {
			t(this.#e, () => e, () => n);
		}));
	}
	#_(e) {
		var t = !1, n = !1;
		let r = () => {
			this.#v() || (t ? xe() : (t = !0, n && He(), this.#s !== null && Mn(this.#s, () => {
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
					fn(e, this.#i && this.#i.parent);
				}
			}
		};
	}
	#v() {
		return (this.#i.f & (y | x)) !== 0;
	}
	#y() {
		let e = this.#n.pending;
		e && (this.is_pending = !0, this.#o = Tn(() => e(this.#e)), Ze(() => {
			if (!this.#v()) {
				var e = this.#c = document.createDocumentFragment(), t = rn(), n = !1;
				e.append(t), this.#a = this.#S(() => {
					try {
						return Tn(() => this.#r(t));
					} catch (e) {
						try {
							this.error(e), n = !0;
						} catch (e) {
							fn(e, this.#i.parent);
						}
						return null;
					}
				}), this.#a === null ? (this.#c = null, n && this.#x(N)) : this.#u === 0 && (this.#e.before(e), this.#c = null, Mn(this.#o, () => {
					this.#o = null;
				}), this.#x(N));
			}
		}));
	}
	#b() {
		try {
			if (this.is_pending = this.has_pending_snippet(), this.#u = 0, this.#l = 0, this.#a = Tn(() => {
				this.#r(this.#e);
			}), this.#u > 0) {
				var e = this.#c = document.createDocumentFragment();
				In(this.#a, e);
				let t = this.#n.pending;
				this.#o = Tn(() => t(this.#e));
			} else this.#x(N);
		} catch (e) {
			this.error(e);
		}
	}
	#x(e) {
		this.is_pending = !1, e.transfer_reactions(this.#f);
	}
	defer_effect(e) {
		tt(e, this.#f);
	}
	is_rendered() {
		return !this.is_pending && (!this.parent || this.parent.is_rendered());
	}
	has_pending_snippet() {
		return !!this.#n.pending;
	}
	#S(e) {
		var t = H, n = V, r = O;
		Hn(this.#i), Vn(this.#i), Ge(this.#i.ctx);
		try {
			return At.ensure(), e();
		} finally {
			Hn(t), Vn(n), Ge(r);
		}
	}
	#C(e, t) {
		this.has_pending_snippet() ? (this.#u += e, this.#u === 0 && (this.#x(t), this.#o && Mn(this.#o, () => {
			this.#o = null;
		}), this.#c &&= (this.#e.before(this.#c), null))) : this.parent && this.parent.#C(e, t);
	}
	update_pending_count(e, t) {
		this.#C(e, t), this.#l += e, !this.#p || this.#d || (this.#d = !0, Ze(() => {
			this.#d = !1, this.#p && Gt(this.#p, this.#l);
		}));
	}
	get_effect_pending() {
		return this.#m(), U(this.#p);
	}
	error(e) {
		if (e === ge || !this.#n.onerror && !this.#n.failed) throw e;
		N?.is_fork ? (this.#a && N.skip_effect(this.#a), this.#o && N.skip_effect(this.#o), this.#s && N.skip_effect(this.#s), N.oncommit(() => {
			this.#v() || this.#w(e);
		})) : this.#w(e);
	}
	#w(e) {
		this.#a &&= (kn(this.#a), null), this.#o &&= (kn(this.#o), null), this.#s &&= (kn(this.#s), null), T && (Ce(this.#t), Te(), Ce(Ee()));
		let t = this.#n.failed, n = (e) => {
			if (this.#v()) return;
			let { reset: n, invoke_onerror: r } = this.#_(e);
			r(), t && !this.#v() && (this.#s = this.#S(() => {
				try {
					return Tn(() => {
						var r = H;
						r.b = this, r.f |= 128, t(this.#e, () => e, () => n);
					});
				} catch (e) {
					return fn(e, this.#i.parent), null;
				}
			}));
		};
		Ze(() => {
			if (!this.#v()) {
				var t;
				try {
					t = this.transform_error(e);
				} catch (e) {
					fn(e, this.#i && this.#i.parent);
					return;
				}
				typeof t == "object" && t && typeof t.then == "function" ? t.then(n, (e) => fn(e, this.#i && this.#i.parent)) : n(t);
			}
		});
	}
};
function q(e, t) {
	var n = t == null ? "" : typeof t == "object" ? `${t}` : t;
	n !== (e[fe] ??= e.nodeValue) && (e[fe] = n, e.nodeValue = `${n}`);
}
function Fr(e, t) {
	return Lr(e, t);
}
var Ir = /* @__PURE__ */ new Map();
function Lr(e, { target: t, anchor: n, props: i = {}, events: a, context: o, intro: s = !0, transformError: c }) {
	nn();
	var l = void 0, u = bn(() => {
		var s = n ?? t.appendChild(rn());
		Nr(s, { pending: () => {} }, (t) => {
			k({});
			var n = O;
			if (o && (n.c = o), a && (i.$$events = a), T && Tr(t, null), l = e(t, i) || qe(), T && (H.nodes.end = E, E === null || E.nodeType !== 8 || E.data !== "]")) throw ye(), ge;
			A();
		}, c);
		var u = /* @__PURE__ */ new Set(), d = (e) => {
			for (var n = 0; n < e.length; n++) {
				var r = e[n];
				if (!u.has(r)) {
					u.add(r);
					var i = fr(r);
					for (let e of [t, document]) {
						var a = Ir.get(e);
						a === void 0 && (a = /* @__PURE__ */ new Map(), Ir.set(e, a));
						var o = a.get(r);
						o === void 0 ? (e.addEventListener(r, xr, { passive: i }), a.set(r, 1)) : a.set(r, o + 1);
					}
				}
			}
		};
		return d(r(mr)), hr.add(d), () => {
			for (var e of u) for (let n of [t, document]) {
				var r = Ir.get(n), i = r.get(e);
				--i == 0 ? (n.removeEventListener(e, xr), r.delete(e), r.size === 0 && Ir.delete(n)) : r.set(e, i);
			}
			hr.delete(d), s !== n && s.parentNode?.removeChild(s);
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
			if (n) Pn(n), this.#r.delete(t);
			else {
				var r = this.#n.get(t);
				r && (Pn(r.effect), this.#t.set(t, r.effect), this.#n.delete(t), r.fragment.lastChild.remove(), this.anchor.before(r.fragment), n = r.effect);
			}
			for (let [t, n] of this.#e) {
				if (this.#e.delete(t), t === e) break;
				let r = this.#n.get(n);
				r && (kn(r.effect), this.#n.delete(n));
			}
			for (let [e, r] of this.#t) {
				if (e === t || this.#r.has(e)) continue;
				let i = () => {
					if (Array.from(this.#e.values()).includes(e)) {
						var t = document.createDocumentFragment();
						In(r, t), t.append(rn()), this.#n.set(e, {
							effect: r,
							fragment: t
						});
					} else kn(r);
					this.#r.delete(e), this.#t.delete(e);
				};
				this.#i || !n ? (this.#r.add(e), Mn(r, i, !1)) : i();
			}
		}
	};
	#o = (e) => {
		this.#e.delete(e);
		let t = Array.from(this.#e.values());
		for (let [e, n] of this.#n) t.includes(e) || (kn(n.effect), this.#n.delete(e));
	};
	ensure(e, t) {
		var n = N, r = cn();
		if (t && !this.#t.has(e) && !this.#n.has(e)) {
			if (r) {
				var i = document.createDocumentFragment(), a = rn();
				i.append(a), this.#n.set(e, {
					effect: Tn(() => t(a)),
					fragment: i
				});
			} else this.#t.set(e, Tn(() => t(this.anchor)));
		}
		if (this.#e.set(n, e), r) {
			for (let [t, r] of this.#t) t === e ? n.unskip_effect(r) : n.skip_effect(r);
			for (let [t, r] of this.#n) t === e ? n.unskip_effect(r.effect) : n.skip_effect(r.effect);
			n.oncommit(this.#a), n.ondiscard(this.#o);
		} else T && (this.anchor = E), this.#a(n);
	}
};
// node_modules/svelte/src/internal/client/dom/blocks/if.js
function J(e, t, n = !1) {
	var r;
	T && (r = E, we());
	var i = new Br(e), a = n ? S : 0;
	function o(e, t) {
		if (T) {
			var n = De(r);
			if (e !== parseInt(n.substring(1))) {
				var a = Ee();
				Ce(a), i.anchor = a, Se(!1), i.ensure(e, t), Se(!0);
				return;
			}
		}
		i.ensure(e, t);
	}
	wn(() => {
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
		Mn(n, () => {
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
			sn(d), d.append(u), e.items.clear();
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
		r?.has(a) ? (a.f |= te, In(a, document.createDocumentFragment())) : kn(t[i], n);
	}
}
var Wr;
function Y(t, n, i, a, o, s = null) {
	var c = t, l = /* @__PURE__ */ new Map();
	if (n & 4) {
		var u = t;
		c = T ? Ce(/* @__PURE__ */ an(u)) : u.appendChild(rn());
	}
	T && we();
	var d = null, f = /* @__PURE__ */ mt(() => {
		var t = i();
		return e(t) ? t : t == null ? [] : r(t);
	}), p = /* @__PURE__ */ new Map(), m = !0;
	function h(e) {
		if (!(_.effect.f & 16384)) {
			_.pending.delete(e);
			var t = U(f);
			_.fallback = d, Kr(_, t, c, n, a), d !== null && (t.length === 0 ? d.f & 33554432 ? (d.f ^= te, Jr(d, null, c)) : Pn(d) : Mn(d, () => {
				d = null;
			}));
		}
	}
	function g(e) {
		_.pending.delete(e);
	}
	var _ = {
		effect: wn(() => {
			var e = U(f), t = e.length;
			let r = !1;
			T && De(c) === "[!" != (t === 0) && (c = Ee(), Ce(c), Se(!1), r = !0);
			for (var u = /* @__PURE__ */ new Set(), _ = N, v = cn(), y = 0; y < t; y += 1) {
				T && E.nodeType === 8 && E.data === "]" && (c = E, r = !0, Se(!1));
				var b = e[y], x = a(b, y), S = m ? null : l.get(x);
				S ? (S.v && Gt(S.v, b), S.i && Gt(S.i, y), v && _.unskip_effect(S.e)) : (S = qr(l, m ? c : Wr ??= rn(), b, x, y, o, n, i), m || (S.e.f |= te), l.set(x, S)), u.add(x);
			}
			if (t === 0 && s && !d && (m ? d = Tn(() => s(c)) : (d = Tn(() => s(Wr ??= rn())), d.f |= te)), t > u.size && Ne("", "", ""), T && t > 0 && Ce(Ee()), !m) {
				if (p.set(_, u), v) {
					for (let [e, t] of l) u.has(e) || _.skip_effect(t.e);
					_.oncommit(h), _.ondiscard(g);
				} else h(_);
			}
			r && Se(!0), U(f);
		}),
		flags: n,
		items: l,
		pending: p,
		outrogroups: null,
		fallback: d
	};
	m = !1, T && (c = E);
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
		if (_.f & 8192 && (Pn(_), o && (_.nodes?.a?.unfix(), (f ??= /* @__PURE__ */ new Set()).delete(_))), _.f & 33554432) {
			if (_.f ^= te, _ === l) Jr(_, null, n);
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
					var S = p[0], C = p[p.length - 1];
					for (x = 0; x < p.length; x += 1) Jr(p[x], b, n);
					for (x = 0; x < m.length; x += 1) u.delete(m[x]);
					Yr(e, S.prev, C.next), Yr(e, d, S), Yr(e, C, b), l = b, d = C, --v, p = [], m = [];
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
		var ee = [];
		if (u !== void 0) for (_ of u) _.f & 8192 || ee.push(_);
		for (; l !== null;) !(l.f & 8192) && l !== e.fallback && ee.push(l), l = Gr(l.next);
		var ne = ee.length;
		if (ne > 0) {
			var re = i & 4 && s === 0 ? n : null;
			if (o) {
				for (v = 0; v < ne; v += 1) ee[v].nodes?.a?.measure();
				for (v = 0; v < ne; v += 1) ee[v].nodes?.a?.fix();
			}
			Hr(e, ee, re);
		}
	}
	o && Ze(() => {
		if (f !== void 0) for (_ of f) _.nodes?.a?.apply();
	});
}
function qr(e, t, n, r, i, a, o, s) {
	var c = o & 1 ? o & 16 ? Vt(n) : /* @__PURE__ */ Ht(n, !1, !1) : null, l = o & 2 ? Vt(i) : null;
	return {
		v: c,
		i: l,
		e: Tn(() => (a(t, c ?? n, l ?? i, s), () => {
			e.delete(r);
		}))
	};
}
function Jr(e, t, n) {
	if (e.nodes) for (var r = e.nodes.start, i = e.nodes.end, a = t && !(t.f & 33554432) ? t.nodes.start : n; r !== null;) {
		var o = /* @__PURE__ */ on(r);
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
	wn(() => {
		let e = t() ?? null;
		r.ensure(e, e && ((t) => e(t, ...n)));
	}, S);
}
// node_modules/svelte/src/internal/client/dom/css.js
function X(e, t) {
	xn(() => {
		e = H?.parent?.nodes?.start ?? e;
		var n = e.getRootNode(), r = n.host ? n : n.head ?? n.ownerDocument.head;
		if (!r.querySelector("#" + t.hash)) {
			let e = ln("style");
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
	var o = e[ue];
	if (T || o !== n || o === void 0) {
		var s = ti(n, r, a);
		T && s === e.getAttribute("class") || (s == null ? e.removeAttribute("class") : t ? e.className = s : e.setAttribute("class", s)), e[ue] = n;
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
			ri(c, i ? a.includes(l) : Zt(l, r));
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
		if (!e(n)) return be();
		for (var i of t.options) i.selected = n.includes(ci(i));
	} else {
		for (i of t.options) if (Zt(ci(i), n)) {
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
	}), _n(() => {
		t.disconnect();
	});
}
function si(e, t, n = t) {
	var r = /* @__PURE__ */ new WeakSet(), i = !0;
	ot(e, "change", (t) => {
		var i = t ? "[selected]" : ":checked", a;
		if (e.multiple) a = [].map.call(e.querySelectorAll(i), ci);
		else {
			var o = e.querySelector(i) ?? e.querySelector("option:not([disabled])");
			a = o && ci(o);
		}
		n(a), e.__value = a, N !== null && r.add(N);
	}), xn(() => {
		var a = t();
		if (e === document.activeElement) {
			var o = N;
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
var ui = Symbol("is custom element"), di = Symbol("is html"), fi = he ? "link" : "LINK", pi = he ? "progress" : "PROGRESS";
function Z(e) {
	if (T) {
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
		e[pe] = n, Ze(n), it();
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
	if (!(T && (i[t] = e.getAttribute(t), t === "src" || t === "srcset" || t === "href" && e.nodeName === fi))) {
		var a = i[t];
		a !== (i[t] = n) && (t === "loading" && (e[ce] = n), n == null ? e.removeAttribute(t) : typeof n != "string" && vi(e).has(t) ? e[t] = n : (!T || typeof n != "number" && typeof n != "boolean" || a !== String(n)) && e.setAttribute(t, n));
	}
}
function gi(e) {
	return e[le] ??= {
		[ui]: e.nodeName.includes("-"),
		[di]: e.namespaceURI === _e
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
	ot(e, "input", async (i) => {
		var a = i ? e.defaultValue : e.value;
		if (a = wi(e) ? Ti(a) : a, n(a), N !== null && r.add(N), await sr(), a !== (a = t())) {
			var o = e.selectionStart, s = e.selectionEnd, c = e.value.length;
			if (e.value = a ?? "", s !== null) {
				var l = e.value.length;
				o === s && s === c && l > c ? (e.selectionStart = l, e.selectionEnd = l) : (e.selectionStart = o, e.selectionEnd = Math.min(s, l));
			}
		}
	}), (T && e.defaultValue !== e.value || ur(t) == null && e.value) && (n(wi(e) ? Ti(e.value) : e.value), N !== null && r.add(N)), Cn(() => {
		var n = t();
		if (e === document.activeElement) {
			var i = N;
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
	o.push(n), ot(n, "change", () => {
		var e = n.__value;
		a && (e = Ci(o, e, n.checked)), i(e);
	}, () => i(a ? [] : null)), Cn(() => {
		var e = r();
		T && n.defaultChecked !== n.checked ? s = !0 : a ? (e ||= [], n.checked = e.includes(n.__value)) : n.checked = Zt(n.__value, e);
	}), _n(() => {
		var e = o.indexOf(n);
		e !== -1 && o.splice(e, 1);
	}), bi.has(o) || (bi.add(o), Ze(() => {
		o.sort((e, t) => e.compareDocumentPosition(t) === 4 ? -1 : 1), bi.delete(o);
	})), Ze(() => {
		if (s) {
			var e = a ? Ci(o, e, n.checked) : o.find((e) => e.checked)?.__value;
			i(e);
		}
	});
}
function Si(e, t, n = t) {
	ot(e, "change", (t) => {
		n(t ? e.defaultChecked : e.checked);
	}), (T && e.defaultChecked !== e.checked || ur(t) == null) && n(e.checked), Cn(() => {
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
	return e === t || e?.[ae] === t;
}
function Di(e = qe(), t, n, r) {
	var i = O.r, a = H;
	return xn(() => {
		var o, s;
		return Cn(() => {
			o = s, s = r?.() || [], ur(() => {
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
	var i = !0, o = !!(n & 8), s = !!(n & 16), c = r, l = !0, u = void 0, d = () => s && i ? (u ??= /* @__PURE__ */ dt(r), U(u)) : (l && (l = !1, c = s ? ur(r) : r), c);
	let f;
	if (o) {
		var p = ae in e || se in e;
		f = a(e, t)?.set ?? (p && t in e ? (n) => e[t] = n : void 0);
	}
	var m, h = !1;
	o ? [m, h] = ki(() => e[t]) : m = e[t], m === void 0 && r !== void 0 && (m = d(), f && (i && Re(t), f(m)));
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
	var v = !1, y = (n & 1 ? dt : mt)(() => (v = !1, g()));
	o && U(y);
	var b = H;
	return (function(e, t) {
		if (arguments.length > 0) {
			let n = t ? U(y) : i && o ? Yt(e) : e;
			return F(y, n), v = !0, c !== void 0 && (c = n), e;
		}
		return Rn && v || b.f & 16384 ? y.v : U(y);
	});
}
function ji(e) {
	O === null && je("onMount"), vn(() => {
		let t = ur(e);
		if (typeof t == "function") return t;
	});
}
// src/lib/api.svelte.ts
var Mi = class extends Error {
	problem;
	constructor(e) {
		super(e.message), this.problem = e;
	}
}, Ni = Array.from(crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(8)), (e) => e.toString(16)).join(""), Pi = /* @__PURE__ */ new Map(), Fi = 300, Ii = 2500, Li = Yt({ away: !1 });
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
	return e.agents ?? Object.keys(e.relations);
}
function Ki(e) {
	return [.../* @__PURE__ */ new Set([...e.atoms ?? [], ...Object.values(e.worlds).flat()])];
}
function qi(e) {
	return e ? "edges" in e ? e.edges : "partition" in e ? e.partition.flatMap((e) => Ji(e, e)) : e.members.flatMap(([e, t]) => Ji([.../* @__PURE__ */ new Set([...e, ...t])], t)) : [];
}
function Ji(e, t) {
	return e.flatMap((e) => t.map((t) => [e, t]));
}
function Yi(e, t) {
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
function Xi(e) {
	for (let t = 1;; t++) {
		let n = `w${t}`;
		if (!(n in e.worlds)) return n;
	}
}
function Zi(e, t) {
	let n = fa(e, (e) => "partition" in e ? { partition: [...e.partition, [t]] } : e), r = e.ranks && pa(e.ranks, (e) => ({
		...e,
		[t]: 0
	})), i = e.weights && pa(e.weights, (e) => ({
		...e,
		[t]: 1
	}));
	return ga({
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
function Qi(e, t) {
	let n = ma(e.worlds, t), r = fa(e, (e) => "partition" in e ? { partition: e.partition.map((e) => e.filter((e) => e !== t)).filter((e) => e.length) } : { edges: qi(e).filter(([e, n]) => e !== t && n !== t) }), i = e.ranks && pa(e.ranks, (e) => ma(e, t)), a = e.weights && pa(e.weights, (e) => ma(e, t)), o = e.actual === t ? null : e.actual;
	return ga({
		...e,
		worlds: n,
		relations: r,
		actual: o,
		...i && { ranks: i },
		...a && { weights: a }
	});
}
function $i(e, t, n) {
	let r = (e) => e === t ? n : e, i = (e) => Object.fromEntries(Object.entries(e).map(([e, t]) => [r(e), t])), a = fa(e, (e) => "partition" in e ? { partition: e.partition.map((e) => e.map(r)) } : { edges: qi(e).map(([e, t]) => [r(e), r(t)]) }), o = e.weights && Object.fromEntries(Object.entries(e.weights).map(([e, t]) => [e, i(t)])), s = e.ranks && Object.fromEntries(Object.entries(e.ranks).map(([e, t]) => [e, i(t)]));
	return {
		...e,
		worlds: i(e.worlds),
		relations: a,
		actual: e.actual && r(e.actual),
		...o && { weights: o },
		...s && { ranks: s }
	};
}
function ea(e, t, n) {
	let r = e.worlds[t] ?? [], i = r.includes(n) ? r.filter((e) => e !== n) : [...r, n];
	return {
		...e,
		worlds: {
			...e.worlds,
			[t]: i
		}
	};
}
function ta(e, t) {
	return {
		...e,
		atoms: [.../* @__PURE__ */ new Set([...Ki(e), t])]
	};
}
function na(e, t) {
	let n = Object.keys(e.worlds).map((e) => [e]);
	return {
		...e,
		agents: [.../* @__PURE__ */ new Set([...Gi(e), t])],
		relations: {
			...e.relations,
			[t]: { partition: n }
		}
	};
}
function ra(e, t) {
	return {
		...ha(e, t),
		agents: Gi(e).filter((e) => e !== t),
		relations: ma(e.relations, t)
	};
}
function ia(e, t, n, r, i) {
	let a = qi(e.relations[t]), o = a.some(([e, t]) => e === n && t === r), s = Object.keys(e.worlds), c;
	return c = i ? o ? { partition: Yi(s, a.filter(([e, t]) => e !== r && t !== r)) } : { partition: Yi(s, [...a, [n, r]]) } : { edges: o ? a.filter(([e, t]) => e !== n || t !== r) : [...a, [n, r]] }, ga({
		...e,
		relations: {
			...e.relations,
			[t]: c
		}
	});
}
function aa(e, t) {
	let n = Yi(Object.keys(e.worlds), qi(e.relations[t]));
	return ga({
		...e,
		relations: {
			...e.relations,
			[t]: { partition: n }
		}
	});
}
function oa(e, t) {
	return e.weights?.[t] ? "weights" : e.ranks?.[t] ? "ranks" : "none";
}
function sa(e, t, n) {
	let r = ha(e, t);
	return n === "none" ? r : n === "ranks" ? {
		...r,
		ranks: {
			...r.ranks,
			[t]: pa(e.worlds, () => 0)
		}
	} : {
		...r,
		weights: {
			...r.weights,
			[t]: pa(e.worlds, () => 1)
		},
		threshold: {
			...r.threshold,
			[t]: .5
		}
	};
}
function ca(e, t, n, r) {
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
function la(e, t, n, r) {
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
function ua(e, t, n) {
	return {
		...e,
		threshold: {
			...e.threshold,
			[t]: n
		}
	};
}
function da(e) {
	let [, t, n] = /^(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:\/(\d{1,9}))?$/.exec(e.trim()) ?? [], r = Number(t) / Number(n ?? 1);
	return r >= 0 && r <= 1 && !(n && t.includes("."));
}
function fa(e, t) {
	return pa(e.relations, t);
}
function pa(e, t) {
	return Object.fromEntries(Object.entries(e).map(([e, n]) => [e, t(n)]));
}
function ma(e, t) {
	return Object.fromEntries(Object.entries(e).filter(([e]) => e !== t));
}
function ha(e, t) {
	let n = (e) => e && Object.keys(e).some((e) => e !== t) ? ma(e, t) : void 0, { weights: r, threshold: i, ranks: a, ...o } = e, s = {
		weights: n(r),
		threshold: n(i),
		ranks: n(a)
	};
	return {
		...o,
		...Object.fromEntries(Object.entries(s).filter(([, e]) => e))
	};
}
function ga(e) {
	return Object.keys(e.weights ?? {}).filter((t) => !("partition" in (e.relations[t] ?? {}))).reduce(ha, e);
}
// src/lib/share.ts
async function _a(e) {
	let t = await ba(new TextEncoder().encode(JSON.stringify(e)), new CompressionStream("deflate-raw"));
	return btoa(String.fromCharCode(...t)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
var va = 4e6;
async function ya(e) {
	let t = atob(e.replaceAll("-", "+").replaceAll("_", "/")), n = Uint8Array.from(t, (e) => e.charCodeAt(0));
	return JSON.parse(new TextDecoder().decode(await ba(n, new DecompressionStream("deflate-raw"))));
}
async function ba(e, t) {
	let n = new Blob([e]).stream().pipeThrough(t).getReader(), r = [], i = 0;
	for (;;) {
		let { done: e, value: t } = await n.read();
		if (e) break;
		if (i += t.length, i > va) throw Error(`the link holds more than ${va} bytes`);
		r.push(t);
	}
	let a = new Uint8Array(i), o = 0;
	for (let e of r) a.set(e, o), o += e.length;
	return a;
}
// src/lib/session.svelte.ts
var xa = "whoknows", Sa = "K_a p", Ca = 0, $ = new class {
	topic = Ca++;
	closed = !0;
	#e = /* @__PURE__ */ P([{
		id: 0,
		before: null,
		label: "a model",
		model: Wi,
		places: null
	}]);
	get moments() {
		return U(this.#e);
	}
	set moments(e) {
		F(this.#e, e);
	}
	#t = /* @__PURE__ */ P(0);
	get now() {
		return U(this.#t);
	}
	set now(e) {
		F(this.#t, e, !0);
	}
	#n = /* @__PURE__ */ P([]);
	get undone() {
		return U(this.#n);
	}
	set undone(e) {
		F(this.#n, e);
	}
	#r = /* @__PURE__ */ P(null);
	get picture() {
		return U(this.#r);
	}
	set picture(e) {
		F(this.#r, e);
	}
	#i = /* @__PURE__ */ P(null);
	get pictured() {
		return U(this.#i);
	}
	set pictured(e) {
		F(this.#i, e);
	}
	#a = /* @__PURE__ */ P(null);
	get drawing() {
		return U(this.#a);
	}
	set drawing(e) {
		F(this.#a, e);
	}
	#o = /* @__PURE__ */ P(Sa);
	get formula() {
		return U(this.#o);
	}
	set formula(e) {
		F(this.#o, e, !0);
	}
	#s = /* @__PURE__ */ P(null);
	get checked() {
		return U(this.#s);
	}
	set checked(e) {
		F(this.#s, e);
	}
	#c = /* @__PURE__ */ P(null);
	get mistake() {
		return U(this.#c);
	}
	set mistake(e) {
		F(this.#c, e);
	}
	#l = /* @__PURE__ */ P(0);
	get part() {
		return U(this.#l);
	}
	set part(e) {
		F(this.#l, e, !0);
	}
	#u = /* @__PURE__ */ P(null);
	get reasons() {
		return U(this.#u);
	}
	set reasons(e) {
		F(this.#u, e);
	}
	#d = /* @__PURE__ */ P(null);
	get proved() {
		return U(this.#d);
	}
	set proved(e) {
		F(this.#d, e);
	}
	#f = /* @__PURE__ */ P(null);
	get refused() {
		return U(this.#f);
	}
	set refused(e) {
		F(this.#f, e);
	}
	#p = /* @__PURE__ */ P(null);
	get selected() {
		return U(this.#p);
	}
	set selected(e) {
		F(this.#p, e, !0);
	}
	#m = /* @__PURE__ */ P([]);
	get lit() {
		return U(this.#m);
	}
	set lit(e) {
		F(this.#m, e);
	}
	#h = /* @__PURE__ */ P([]);
	get eye() {
		return U(this.#h);
	}
	set eye(e) {
		F(this.#h, e);
	}
	#g = /* @__PURE__ */ P(null);
	get story() {
		return U(this.#g);
	}
	set story(e) {
		F(this.#g, e);
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
				let { model: t, places: n, formula: r } = await ya(e);
				this.open(t, "a shared model", n), this.formula = r;
			} else {
				let e = localStorage.getItem(xa);
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
			localStorage.setItem(xa, JSON.stringify(e));
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
		return `${location.origin}${location.pathname}#${await _a(t)}`;
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
			this.picture = await Ri("picture", {
				model: e,
				places: t
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
}(), wa = ":root{--ink:#1d2129;--pale:#5c6370;--line:#d9dce3;--ground:#f4f5f8;--paper:#fff;--accent:#074a94;--accent-soft:#e6eef8;--true:#ffdc73;--good:#0b6b3a;--bad:#a32018;--bad-soft:#fdeceb;--math:\"STIX Two Text\", \"Cambria Math\", \"DejaVu Serif\", Georgia, serif;--sans:\"Inter\", system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif;--radius:10px}*{box-sizing:border-box}html,body,#app{height:100%}body{background:var(--ground);color:var(--ink);font:15px/1.45 var(--sans);margin:0}h1,h2,h3,p{margin:0}h2{letter-spacing:.02em;color:var(--pale);font-size:13px;font-weight:600}button,input,select,textarea{font:inherit;color:inherit}button,select,.button{border:1px solid var(--line);background:var(--paper);cursor:pointer;border-radius:8px;min-height:34px;padding:4px 12px}button:hover:not(:disabled),.button:hover{background:#fafbfd;border-color:#aeb5c2}button:disabled{color:#767d8a;cursor:default}button.primary{border-color:var(--accent);background:var(--accent);color:#fff}button.primary:hover:not(:disabled){background:#0a5cb5}button.primary:disabled{border-color:var(--line);background:var(--ground);color:#767d8a}button.quiet{background:0 0;border-color:#0000}button[aria-pressed=true]{border-color:var(--accent);background:var(--accent-soft);color:var(--accent)}input[type=text],textarea,select{background:var(--paper);border:1px solid #b9bfca;border-radius:8px;width:100%;min-height:36px;padding:6px 10px}select{width:auto}:focus-visible{outline-offset:1px;outline:3px solid #5b9bea}.card{border:1px solid var(--line);border-radius:var(--radius);background:var(--paper);gap:10px;padding:14px 16px;display:grid}.row{flex-wrap:wrap;align-items:center;gap:8px;display:flex}.pale{color:var(--pale)}.small{font-size:13px}.math{font-family:var(--math);font-size:18px}.problem{border-left:3px solid var(--bad);background:var(--bad-soft);white-space:pre-wrap;overflow-wrap:anywhere;border-radius:4px;padding:8px 12px;font-size:14px}.badge{background:var(--ground);border-radius:999px;padding:1px 9px;font-size:13px;font-weight:600;display:inline-block}.badge.good{color:var(--good);background:#e2f3e9}.badge.bad{background:var(--bad-soft);color:var(--bad)}.hidden{clip-path:inset(50%);white-space:nowrap;width:1px;height:1px;position:absolute;overflow:hidden}@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}";
// node_modules/svelte/src/internal/disclose-version.js
typeof window < "u" && ((window.__svelte ??= {}).v ??= /* @__PURE__ */ new Set()).add("5");
// src/lib/saving.ts
function Ta(e, t, n) {
	let r = document.createElement("a");
	r.href = URL.createObjectURL(new Blob([e], { type: t })), r.download = n, r.click(), setTimeout(() => URL.revokeObjectURL(r.href), 1e4);
}
function Ea(e) {
	return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(e)}`;
}
// src/parts/Sheet.svelte
var Da = /* @__PURE__ */ G("<dialog aria-labelledby=\"sheet-title\" class=\"svelte-7kegbp\"><div class=\"head svelte-7kegbp\"><h2 id=\"sheet-title\"> </h2> <button class=\"quiet\">Close</button></div> <!></dialog>"), Oa = {
	hash: "svelte-7kegbp",
	code: "dialog.svelte-7kegbp {width:min(1100px, calc(100vw - 24px));padding:16px 20px 20px;border:0;border-radius:14px;box-shadow:0 20px 60px rgb(0 0 0 / 25%);}dialog.svelte-7kegbp::backdrop {background:rgb(20 24 32 / 45%);}.head.svelte-7kegbp {display:flex;justify-content:space-between;align-items:center;margin-bottom:10px;}"
};
function ka(e, t) {
	k(t, !0), X(e, Oa);
	let n;
	ji(() => n.showModal());
	var r = Da(), i = I(r), a = I(i), o = R(a, !0), s = z(a, 2);
	D(i), Xr(z(i, 2), () => t.children), D(r), Di(r, (e) => n = e, () => n), B(() => q(o, t.title)), _r("close", r, function(...e) {
		t.close?.apply(this, e);
	}), W("click", s, function(...e) {
		t.close?.apply(this, e);
	}), K(e, r), A();
}
vr(["click"]);
// src/lib/formula.ts
function Aa(e, t) {
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
var ja = /(?<![\w'])(Bstrong|Bsafe|Kw|Kv|[KMBECDR](?:\^\d+)?)_(\{[^}]*\}|\w+)/gu;
function Ma(e) {
	let t = [], n = 0;
	for (let r of e.matchAll(ja)) t.push([e.slice(n, r.index) + r[1], r[2].replace(/^\{|\}$/g, "")]), n = r.index + r[0].length;
	return n < e.length && t.push([e.slice(n), ""]), t;
}
var Na = /(Bstrong|Bsafe|Kw|Kv|[KMBECDR])(?:\^(\d+))?_(?:\{([^}]*)\}|(\w+))|("[^"]*"|@?\p{L}[\w']*(?:\([^()\s]*\))?(?:=[\w']+)?)|(\d+(?:\.\d+)?(?:\/\d+)?)|(\S)/gu;
function Pa(e) {
	return [...e.matchAll(Na)].map(([, e, t, n, r, i, a, o]) => e ? {
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
var Fa = /* @__PURE__ */ G("<sub class=\"svelte-1iudouo\"> </sub>"), Ia = /* @__PURE__ */ G(" <!>", 1), La = /* @__PURE__ */ G("<span class=\"math svelte-1iudouo\"></span>"), Ra = {
	hash: "svelte-1iudouo",
	code: ".math.svelte-1iudouo {font-size:1.1em;}sub.svelte-1iudouo {font-size:72%;}"
};
function za(e, t) {
	k(t, !0), X(e, Ra);
	var n = La();
	Y(n, 21, () => Ma(t.text), Vr, (e, t) => {
		var n = /* @__PURE__ */ M(() => m(U(t), 2));
		let r = () => U(n)[0], i = () => U(n)[1];
		Te();
		var a = Ia(), o = L(a, !0), s = z(o), c = (e) => {
			var t = Fa(), n = R(t, !0);
			B(() => q(n, i())), K(e, t);
		};
		J(s, (e) => {
			i() && e(c);
		}), B(() => q(o, r())), K(e, a);
	}), D(n), K(e, n), A();
}
// src/parts/Compare.svelte
var Ba = /* @__PURE__ */ G("<option> </option>"), Va = /* @__PURE__ */ G("<label>Moment <select></select></label>"), Ha = /* @__PURE__ */ G("<span class=\"pale\"> </span>"), Ua = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), Wa = /* @__PURE__ */ G("<p class=\"pale svelte-hf353t\">There is no other moment yet: change the model, or open a file.</p>"), Ga = /* @__PURE__ */ G("<span class=\"badge good\">bisimilar</span> ", 1), Ka = /* @__PURE__ */ G("<span class=\"badge bad\">not bisimilar</span> <!> <button>Look where it holds</button>", 1), qa = /* @__PURE__ */ G("<span class=\"badge bad\">not bisimilar</span>"), Ja = /* @__PURE__ */ G("<p role=\"status\" class=\"svelte-hf353t\"><!> <span class=\"small pale\"> </span></p> <img alt=\"This model on the left, the other on the right\" class=\"svelte-hf353t\"/>", 1), Ya = /* @__PURE__ */ G("<div class=\"row\"><!> <label class=\"button svelte-hf353t\">A file …<input class=\"hidden\" type=\"file\" accept=\".json,.txt,.smcdel,.graphml\"/></label> <!></div> <!> <!> <!>", 1), Xa = {
	hash: "svelte-hf353t",
	code: "img.svelte-hf353t {display:block;max-width:100%;max-height:70vh;margin:10px auto 0;}label.button.svelte-hf353t {display:inline-flex;align-items:center;}label.button.svelte-hf353t:focus-within {outline:3px solid #5b9bea;outline-offset:1px;}p.svelte-hf353t {margin-top:10px;}"
};
function Za(e, t) {
	k(t, !0), X(e, Xa);
	let n = /* @__PURE__ */ M(() => $.moments.filter((e) => e.id !== $.now)), r = /* @__PURE__ */ P(Yt(String(U(n).at(-1)?.id ?? ""))), i = /* @__PURE__ */ P(null), a = /* @__PURE__ */ P(null), o = /* @__PURE__ */ P(null), s = /* @__PURE__ */ M(() => U(i)?.model ?? U(n).find((e) => String(e.id) === U(r))?.model);
	vn(() => {
		U(s) && c(U(s));
	});
	async function c(e) {
		((e) => {
			var t = m(e, 2);
			F(a, t[0]), F(o, t[1]);
		})([null, null]);
		try {
			F(a, await Ri("compare", {
				model: $.model,
				other: e
			}));
		} catch (e) {
			F(o, Ui(e));
		}
	}
	async function l(e) {
		let t = e.currentTarget, n = t.files?.[0];
		if (t.value = "", n) try {
			F(i, {
				name: n.name,
				...await Ri("open", {
					name: n.name,
					text: await n.text()
				})
			});
		} catch (e) {
			F(o, Ui(e));
		}
	}
	async function u(e) {
		t.close(), await $.type(e);
	}
	ka(e, {
		title: "Compare this model with another",
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var c = Ya(), d = L(c), f = I(d), p = (e) => {
				var t = Va(), a = z(I(t));
				Y(a, 21, () => U(n), (e) => e.id, (e, t) => {
					var n = Ba(), r = R(n, !0), i = {};
					B((e) => {
						q(r, U(t).label), i !== (i = e) && (n.value = (n.__value = i) ?? "");
					}, [() => String(U(t).id)]), K(e, n);
				}), D(a), oi(a), D(t), W("change", a, () => F(i, null)), si(a, () => U(r), (e) => F(r, e)), K(e, t);
			};
			J(f, (e) => {
				U(n).length && e(p);
			});
			var m = z(f, 2), h = z(I(m));
			D(m);
			var g = z(m, 2), _ = (e) => {
				var t = Ha(), n = R(t, !0);
				B(() => q(n, U(i).name)), K(e, t);
			};
			J(g, (e) => {
				U(i) && e(_);
			}), D(d);
			var v = z(d, 2), y = (e) => {
				var t = Ua(), n = R(t, !0);
				B(() => q(n, U(o).message)), K(e, t);
			};
			J(v, (e) => {
				U(o) && e(y);
			});
			var b = z(v, 2), x = (e) => {
				K(e, Wa());
			};
			J(b, (e) => {
				U(s) || e(x);
			});
			var S = z(b, 2), C = (e) => {
				var t = Ja(), n = L(t), r = I(n), i = (e) => {
					var t = Ga(), n = z(L(t));
					B(() => q(n, ` No formula tells them apart${U(a).pointed ? " at the actual worlds" : ""}; dashed lines join
        bisimilar worlds.`)), K(e, t);
				}, o = (e) => {
					var t = Ka(), n = z(L(t), 2);
					za(n, { get text() {
						return U(a).formula;
					} });
					var r = z(n), i = z(r);
					B(() => q(r, ` is ${U(a).pointed ? "true at the actual world" : "true"} on the left and not on the right. `)), W("click", i, () => u(U(a).formula)), K(e, t);
				}, s = (e) => {
					K(e, qa());
				};
				J(r, (e) => {
					U(a).same ? e(i) : U(a).formula ? e(o, 1) : e(s, -1);
				});
				var c = R(z(r, 2));
				D(n);
				var l = z(n, 2);
				B((e, t) => {
					q(c, `Atoms that count: ${e ?? ""}.`), Q(l, "src", t);
				}, [() => U(a).atoms.join(", ") || "none", () => Ea(U(a).svg)]), K(e, t);
			};
			J(S, (e) => {
				U(a) && e(C);
			}), W("change", h, l), K(e, c);
		},
		$$slots: { default: !0 }
	}), A();
}
vr(["change", "click"]);
// src/parts/Library.svelte
var Qa = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), $a = /* @__PURE__ */ G("<button class=\"svelte-ww6ogl\"> </button>"), eo = /* @__PURE__ */ G("<!> <h3 class=\"svelte-ww6ogl\">Start new</h3> <div class=\"tiles svelte-ww6ogl\"></div> <h3 class=\"svelte-ww6ogl\">Puzzles, told step by step</h3> <div class=\"tiles svelte-ww6ogl\"></div>", 1), to = {
	hash: "svelte-ww6ogl",
	code: "h3.svelte-ww6ogl {margin:16px 0 8px;font-size:15px;}.tiles.svelte-ww6ogl {display:grid;grid-template-columns:repeat(auto-fill, minmax(200px, 1fr));gap:8px;}.tiles.svelte-ww6ogl button:where(.svelte-ww6ogl) {min-height:48px;text-align:left;}"
};
function no(e, t) {
	k(t, !0), X(e, to);
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
	}, r = /* @__PURE__ */ P([]), i = /* @__PURE__ */ P(null);
	ji(async () => {
		try {
			F(r, (await Ri("library", {})).puzzles);
		} catch (e) {
			F(i, Ui(e));
		}
	});
	async function a(e) {
		try {
			let n = await Ri("library", { name: e }), r = n.steps.find((e) => e.model)?.model;
			if (!r) {
				F(i, {
					error: "TooLarge",
					message: `${n.title}: its models are too large for the page`
				});
				return;
			}
			t.close(), await $.show(r, n.title), $.story = n;
			let a = n.steps.find((e) => e.formula)?.formula;
			a && await $.type(a);
		} catch (e) {
			F(i, Ui(e));
		}
	}
	async function o(e, n) {
		t.close(), $.formula = "K_a p", await $.show(n, e);
	}
	ka(e, {
		title: "Library",
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var s = eo(), c = L(s), l = (e) => {
				var t = Qa(), n = R(t, !0);
				B(() => q(n, U(i).message)), K(e, t);
			};
			J(c, (e) => {
				U(i) && e(l);
			});
			var u = z(c, 4);
			Y(u, 21, () => Object.entries(n), ([e, t]) => e, (e, t) => {
				var n = /* @__PURE__ */ M(() => m(U(t), 2));
				let r = () => U(n)[0], i = () => U(n)[1];
				var a = $a(), s = R(a, !0);
				B(() => q(s, r())), W("click", a, () => o(r(), i())), K(e, a);
			}), D(u);
			var d = z(u, 4);
			Y(d, 21, () => U(r), ({ name: e, title: t }) => e, (e, t) => {
				let n = () => U(t).name, r = () => U(t).title;
				var i = $a(), o = R(i, !0);
				B(() => q(o, r())), W("click", i, () => a(n())), K(e, i);
			}), D(d), K(e, s);
		},
		$$slots: { default: !0 }
	}), A();
}
vr(["click"]);
// src/parts/Menu.svelte
var ro = /* @__PURE__ */ G("<button class=\"quiet svelte-17dkck7\"> </button>"), io = /* @__PURE__ */ G("<div class=\"list svelte-17dkck7\"></div>"), ao = /* @__PURE__ */ G("<button> </button>"), oo = /* @__PURE__ */ G("<input class=\"hidden\" type=\"file\" tabindex=\"-1\" aria-hidden=\"true\" accept=\".json,.txt,.smcdel,.graphml\"/> <button>Open</button> <div class=\"menu svelte-17dkck7\"><button aria-haspopup=\"true\">Save as</button> <!></div> <!>", 1), so = {
	hash: "svelte-17dkck7",
	code: ".menu.svelte-17dkck7 {position:relative;}.list.svelte-17dkck7 {position:absolute;right:0;z-index:3;display:grid;margin-top:4px;padding:6px;border:1px solid var(--line);border-radius:10px;background:var(--paper);box-shadow:0 10px 30px rgb(0 0 0 / 15%);}.list.svelte-17dkck7 button:where(.svelte-17dkck7) {text-align:left;}"
};
function co(e, t) {
	k(t, !0), X(e, so);
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
	], r = /* @__PURE__ */ P(!1), i = /* @__PURE__ */ P(""), a;
	async function o(e) {
		F(r, !1);
		try {
			let t = $.checked && $.part === 0 ? $.formula : null, n = await Ri("save", {
				model: $.model,
				format: e,
				highlight: t
			});
			Ta(Uint8Array.from(atob(n.base64), (e) => e.charCodeAt(0)), n.type, n.name);
		} catch (e) {
			$.refused = Ui(e) ?? $.refused;
		}
	}
	async function s() {
		let e = a.files?.[0];
		if (a.value = "", e) try {
			let { model: t } = await Ri("open", {
				name: e.name,
				text: await e.text()
			});
			await $.show(t, e.name);
		} catch (e) {
			$.refused = Ui(e) ?? $.refused;
		}
	}
	async function c() {
		let e = await $.link();
		history.replaceState(null, "", e);
		try {
			await navigator.clipboard.writeText(e), F(i, "copied");
		} catch {
			F(i, "in the address");
		}
		setTimeout(() => F(i, ""), 2500);
	}
	var l = oo();
	_r("click", Qt, () => F(r, !1));
	var u = L(l);
	Di(u, (e) => a = e, () => a);
	var d = z(u, 2), f = z(d, 2), p = I(f), m = z(p, 2), h = (e) => {
		var t = io();
		Y(t, 20, () => n, (e) => e, (e, t) => {
			var n = ro(), r = R(n, !0);
			B((e) => q(r, e), [() => t.toUpperCase()]), W("click", n, () => o(t)), K(e, n);
		}), D(t), K(e, t);
	};
	J(m, (e) => {
		U(r) && e(h);
	}), D(f);
	var g = z(f, 2), _ = (e) => {
		var t = ao(), n = R(t, !0);
		B(() => q(n, U(i) ? `Link ${U(i)}` : "Share")), W("click", t, c), K(e, t);
	};
	J(g, (e) => {
		$.embedded || e(_);
	}), B(() => Q(p, "aria-expanded", U(r))), W("change", u, s), W("click", d, () => a.click()), W("click", p, (e) => {
		e.stopPropagation(), F(r, !U(r));
	}), K(e, l), A();
}
vr(["change", "click"]);
// src/parts/DocumentNav.svelte
var lo = /* @__PURE__ */ G("<nav aria-label=\"Document\" class=\"svelte-sysluq\"><button>Library</button> <button title=\"Ctrl+Z\">Undo</button> <button title=\"Ctrl+Shift+Z\">Redo</button> <button title=\"Large, without panels; Escape ends it\">Slide</button> <button>Compare</button> <!></nav> <!> <!>", 1), uo = {
	hash: "svelte-sysluq",
	code: "nav.svelte-sysluq {display:flex;flex-wrap:wrap;gap:6px;}"
};
function fo(e, t) {
	k(t, !0), X(e, uo);
	let n = Ai(t, "slide", 15, !1), r = /* @__PURE__ */ P(!1), i = /* @__PURE__ */ P(!1);
	function a(e) {
		let t = e.composedPath()[0], r = t instanceof HTMLElement && t.matches("input, textarea, select");
		e.key === "Escape" && n() && n(!1), !r && (e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "z" && (e.preventDefault(), e.shiftKey ? $.redo() : $.undo());
	}
	var o = lo();
	_r("keydown", Qt, a);
	var s = L(o), c = I(s), l = z(c, 2), u = z(l, 2), d = z(u, 2), f = z(d, 2);
	co(z(f, 2), {}), D(s);
	var p = z(s, 2), m = (e) => {
		Za(e, { close: () => F(i, !1) });
	};
	J(p, (e) => {
		U(i) && e(m);
	});
	var h = z(p, 2), g = (e) => {
		no(e, { close: () => F(r, !1) });
	};
	J(h, (e) => {
		U(r) && e(g);
	}), B(() => {
		l.disabled = !$.canUndo, u.disabled = !$.undone.length, Q(d, "aria-pressed", n());
	}), W("click", c, () => F(r, !0)), W("click", l, () => $.undo()), W("click", u, () => $.redo()), W("click", d, () => n(!n())), W("click", f, () => F(i, !0)), K(e, o), A();
}
vr(["click"]);
// src/parts/Agents.svelte
var po = /* @__PURE__ */ G("<button class=\"quiet small\">Close to S5</button>"), mo = /* @__PURE__ */ G("<p class=\"small pale\"> </p>"), ho = /* @__PURE__ */ G("<li><b> </b> <span class=\"badge\"> </span> <!> <button class=\"quiet small\">Remove</button> <!></li>"), go = /* @__PURE__ */ G("<span class=\"badge\"> </span>"), _o = /* @__PURE__ */ G("<button class=\"small\"> </button>"), vo = /* @__PURE__ */ G("<button class=\"quiet small\">All worlds</button>"), yo = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"agents-title\"><h2 id=\"agents-title\">Agents</h2> <ul class=\"svelte-anjw52\"></ul> <form class=\"row svelte-anjw52\"><input type=\"text\" placeholder=\"name\" aria-label=\"Name of a new agent\" class=\"svelte-anjw52\"/> <button>Add agent</button></form> <div class=\"row\" role=\"group\" aria-label=\"Eye view\"><span class=\"small pale\">Through the eyes of</span> <!> <!> <!></div></section>"), bo = {
	hash: "svelte-anjw52",
	code: "ul.svelte-anjw52 {margin:0;padding:0;list-style:none;display:grid;gap:4px;}form.svelte-anjw52 input:where(.svelte-anjw52) {width:140px;}"
};
function xo(e, t) {
	k(t, !0), X(e, bo);
	let n = /* @__PURE__ */ P(""), r = /* @__PURE__ */ M(() => Gi($.model)), i = /* @__PURE__ */ M(() => $.picture?.frames ?? {});
	async function a(e) {
		e.preventDefault();
		let t = U(n).trim();
		/^\w+$/.test(t) && !U(r).includes(t) && (F(n, ""), await $.become(na($.model, t), `new agent ${t}`));
	}
	var o = yo(), s = z(I(o), 2);
	Y(s, 20, () => U(r), (e) => e, (e, t) => {
		var n = ho(), r = I(n), a = R(r, !0), o = z(r, 2), s = R(o, !0), c = z(o, 2), l = (e) => {
			var n = po();
			W("click", n, () => $.become(aa($.model, t), `${t}: closed to S5`)), K(e, n);
		};
		J(c, (e) => {
			U(i)[t] && U(i)[t].system !== "S5" && e(l);
		});
		var u = z(c, 2), d = z(u, 2), f = (e) => {
			var n = mo(), r = R(n, !0);
			B(() => q(r, U(i)[t].fails)), K(e, n);
		};
		J(d, (e) => {
			U(i)[t]?.fails && e(f);
		}), D(n), B(() => {
			q(a, t), Q(o, "title", U(i)[t]?.fails), q(s, U(i)[t]?.system ?? "…"), Q(u, "aria-label", `Remove agent ${t ?? ""}`);
		}), W("click", u, () => $.become(ra($.model, t), `without ${t}`)), K(e, n);
	}), D(s);
	var c = z(s, 2), l = I(c);
	Z(l);
	var u = z(l, 2);
	D(c);
	var d = z(c, 2), f = z(I(d), 2);
	Y(f, 17, () => $.eye, Vr, (e, t) => {
		var n = go(), r = R(n, !0);
		B(() => q(r, U(t))), K(e, n);
	});
	var p = z(f, 2);
	Y(p, 16, () => U(r), (e) => e, (e, t) => {
		var n = _o(), r = R(n);
		B(() => {
			n.disabled = !$.here, q(r, `+ ${t ?? ""}`);
		}), W("click", n, () => $.eye = [...$.eye, t]), K(e, n);
	});
	var m = z(p, 2), h = (e) => {
		var t = vo();
		W("click", t, () => $.eye = []), K(e, t);
	};
	J(m, (e) => {
		$.eye.length && e(h);
	}), D(d), D(o), B((e) => u.disabled = e, [() => !/^\w+$/.test(U(n).trim())]), _r("submit", c, a), yi(l, () => U(n), (e) => F(n, e)), K(e, o), A();
}
vr(["click"]);
// src/lib/events.ts
function So(e) {
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
function Co(e) {
	let t = e.boxes.length, n = wo(e.boxes.map((e) => e.name)), r = Object.fromEntries(Object.entries(e.sees).map(([e, n]) => [e, [...n, [t]]]));
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
function wo(e) {
	for (let t = 1;; t++) if (!e.includes(`e${t}`)) return `e${t}`;
}
function To(e, t) {
	let n = (e) => e.filter((e) => e !== t).map((e) => e > t ? e - 1 : e), r = (e) => e.filter((e, n) => n !== t), i = Object.fromEntries(Object.entries(e.sees).map(([e, t]) => [e, r(t).map(n)])), a = e.happens === null || e.happens === t ? null : e.happens - Number(e.happens > t);
	return {
		boxes: r(e.boxes),
		sees: i,
		happens: a
	};
}
function Eo(e, t, n, r) {
	let i = e.sees[t] ?? e.boxes.map(() => []), a = i[n].includes(r) ? i[n].filter((e) => e !== r) : [...i[n], r].sort((e, t) => e - t);
	return {
		...e,
		sees: {
			...e.sees,
			[t]: i.map((e, t) => t === n ? a : e)
		}
	};
}
function Do(e, t) {
	let n = e.boxes.map(({ name: e }) => Oo(e)), r = e.boxes.map(({ pre: e, post: t }, r) => {
		let i = t.trim() ? `; ${t.trim().replace(/^;|;$/g, "")}` : "";
		return `event ${n[r]}: pre ${e.trim() || "true"}${i}`;
	});
	e.happens !== null && r.push(`actual: ${n[e.happens]}`);
	for (let i of t) {
		let t = (e.sees[i] ?? e.boxes.map((e, t) => [t])).flatMap((e, t) => e.length ? [`${n[t]} -> ${e.map((e) => n[e]).join(" ")}`] : []);
		r.push(`agent ${Oo(i)}: ${t.join(" | ")}`);
	}
	return r.join("\n");
}
function Oo(e) {
	return /^[\p{L}\p{N}_'.·]+$/u.test(e) ? e : JSON.stringify(e);
}
// src/parts/EventBoxes.svelte
var ko = /* @__PURE__ */ G("<button type=\"button\" class=\"svelte-1dupc01\"> </button>"), Ao = /* @__PURE__ */ G("<div class=\"row small svelte-1dupc01\" role=\"group\"><strong> </strong> considers possible <!></div>"), jo = /* @__PURE__ */ G("<fieldset><legend class=\"hidden\"> </legend> <div class=\"row\"><input type=\"text\" class=\"name svelte-1dupc01\"/> <button type=\"button\" class=\"quiet\">×</button></div> <input type=\"text\" placeholder=\"precondition\" spellcheck=\"false\"/> <input type=\"text\" placeholder=\"changes, such as q := true\" spellcheck=\"false\"/> <label class=\"small\"><input type=\"radio\" name=\"happens\"/> it happens</label> <!></fieldset>"), Mo = /* @__PURE__ */ G("<div class=\"boxes svelte-1dupc01\"></div> <div class=\"row\"><button type=\"button\">Add an event</button> <label class=\"small\"><input type=\"radio\" name=\"happens\"/> the preconditions decide which happens</label></div>", 1), No = {
	hash: "svelte-1dupc01",
	code: ".boxes.svelte-1dupc01 {display:grid;gap:10px;}fieldset.svelte-1dupc01 {display:grid;gap:6px;margin:0;padding:10px;border:1.5px solid var(--ink);border-radius:4px;}.happens.svelte-1dupc01 {outline:1.5px solid var(--ink);outline-offset:3px;}.name.svelte-1dupc01 {flex:1;width:auto;font-weight:600;}.row.small.svelte-1dupc01 button:where(.svelte-1dupc01) {min-height:26px;padding:0 8px;}"
};
function Po(e, t) {
	k(t, !0), X(e, No);
	let n = Ai(t, "text", 15), r = /* @__PURE__ */ P(Yt(So(t.agents)));
	vn(() => {
		n(Do(U(r), t.agents));
	});
	let i = (e, t) => U(r).sees[e]?.[t] ?? [t];
	var a = Mo(), o = L(a);
	Y(o, 21, () => U(r).boxes, Vr, (e, n, a) => {
		var o = jo();
		let s;
		var c = I(o), l = R(c), u = z(c, 2), d = I(u);
		Z(d), Q(d, "aria-label", `Name of event ${a + 1}`);
		var f = z(d, 2);
		D(u);
		var p = z(u, 2);
		Z(p);
		var m = z(p, 2);
		Z(m);
		var h = z(m, 2), g = I(h);
		Z(g), Te(), D(h), Y(z(h, 2), 16, () => t.agents, (e) => e, (e, t) => {
			var o = Ao(), s = I(o), c = R(s, !0);
			Y(z(s, 2), 17, () => U(r).boxes, Vr, (e, n, o) => {
				var s = ko(), c = R(s, !0);
				B((e) => {
					Q(s, "aria-pressed", e), q(c, U(n).name);
				}, [() => i(t, a).includes(o)]), W("click", s, () => F(r, Eo(U(r), t, a, o), !0)), K(e, s);
			}), D(o), B(() => {
				Q(o, "aria-label", `When ${U(n).name ?? ""} happens, ${t ?? ""} considers possible`), q(c, t);
			}), K(e, o);
		}), D(o), B(() => {
			s = ni(o, 1, "svelte-1dupc01", null, s, { happens: U(r).happens === a }), q(l, `Event ${U(n).name ?? ""}`), Q(f, "aria-label", `Remove event ${U(n).name ?? ""}`), f.disabled = U(r).boxes.length === 1, Q(p, "aria-label", `Precondition of ${U(n).name ?? ""}`), Q(m, "aria-label", `Postconditions of ${U(n).name ?? ""}`), hi(g, U(r).happens === a);
		}), yi(d, () => U(n).name, (e) => U(n).name = e), W("click", f, () => F(r, To(U(r), a), !0)), yi(p, () => U(n).pre, (e) => U(n).pre = e), yi(m, () => U(n).post, (e) => U(n).post = e), W("change", g, () => U(r).happens = a), K(e, o);
	}), D(o);
	var s = z(o, 2), c = I(s), l = z(c, 2), u = I(l);
	Z(u), Te(), D(l), D(s), B(() => hi(u, U(r).happens === null)), W("click", c, () => F(r, Co(U(r)), !0)), W("change", u, () => U(r).happens = null), K(e, a), A();
}
vr(["click", "change"]);
// src/parts/Steps.svelte
var Fo = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), Io = /* @__PURE__ */ G("<img alt=\"The model before, what happens, and the model after\" class=\"svelte-x796el\"/> <div class=\"row\"><button class=\"primary\">Do it</button></div>", 1), Lo = /* @__PURE__ */ G("<p role=\"status\" class=\"pale\">It is being drawn …</p>"), Ro = /* @__PURE__ */ G("<!> <!>", 1), zo = {
	hash: "svelte-x796el",
	code: "img.svelte-x796el {display:block;max-width:100%;max-height:70vh;margin:0 auto 12px;}"
};
function Bo(e, t) {
	k(t, !0), X(e, zo);
	let n = /* @__PURE__ */ P(""), r = /* @__PURE__ */ P(null);
	ji(async () => {
		try {
			F(n, (await Ri("steps", {
				model: $.model,
				change: t.change
			})).svg, !0);
		} catch (e) {
			F(r, Ui(e));
		}
	});
	async function i() {
		let [e, n] = [t.change, t.label];
		t.close(), await $.happen(e, n);
	}
	ka(e, {
		get title() {
			return t.label;
		},
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var a = Ro(), o = L(a), s = (e) => {
				var t = Fo(), n = R(t, !0);
				B(() => q(n, U(r).message)), K(e, t);
			};
			J(o, (e) => {
				U(r) && e(s);
			});
			var c = z(o, 2), l = (e) => {
				var t = Io(), r = L(t), a = R(z(r, 2));
				B((e) => Q(r, "src", e), [() => Ea(U(n))]), W("click", a, i), K(e, t);
			}, u = (e) => {
				K(e, Lo());
			};
			J(c, (e) => {
				U(n) ? e(l) : U(r) || e(u, 1);
			}), K(e, a);
		},
		$$slots: { default: !0 }
	}), A();
}
vr(["click"]);
// src/parts/Changes.svelte
var Vo = /* @__PURE__ */ G("<option> </option>"), Ho = /* @__PURE__ */ G("<select aria-label=\"Atom\"></select> becomes", 1), Uo = /* @__PURE__ */ G("<option>someone outside</option>"), Wo = /* @__PURE__ */ G("<select><!><!></select>"), Go = /* @__PURE__ */ G("<textarea rows=\"6\" aria-label=\"Event model\" spellcheck=\"false\" class=\"svelte-7q06j\"></textarea>"), Ko = /* @__PURE__ */ G("<input type=\"text\" class=\"entry svelte-7q06j\" aria-label=\"What is said or seen\" spellcheck=\"false\" autocomplete=\"off\"/>"), qo = /* @__PURE__ */ G("<label><input type=\"checkbox\"/> </label>"), Jo = /* @__PURE__ */ G("<div class=\"row\" role=\"group\" aria-label=\"Agents\"></div>"), Yo = /* @__PURE__ */ G("<label class=\"small\"><input type=\"checkbox\"/> the others notice</label>"), Xo = /* @__PURE__ */ G("<label class=\"small\"><input type=\"checkbox\"/> radical: all these worlds go before the others</label>"), Zo = /* @__PURE__ */ G("<div class=\"row small\"><label>gain <input type=\"number\" min=\"0\" max=\"1\" step=\"0.05\" class=\"svelte-7q06j\"/></label> <label>loss <input type=\"number\" min=\"0\" max=\"1\" step=\"0.05\" class=\"svelte-7q06j\"/></label></div>"), Qo = /* @__PURE__ */ G("<form class=\"card\" aria-labelledby=\"change-title\"><h2 id=\"change-title\">Change</h2> <div class=\"row\"><select aria-label=\"What happens\"></select> <!> <!></div> <!> <!> <!> <!> <!> <div class=\"row\"><button class=\"primary\">Do it</button> <button type=\"button\">Side by side</button> <button type=\"button\">Contract</button> <button type=\"button\">Only reachable</button></div></form> <!>", 1), $o = {
	hash: "svelte-7q06j",
	code: ".entry.svelte-7q06j,\n  textarea.svelte-7q06j {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:14px;}input[type=\"number\"].svelte-7q06j {width:80px;padding:4px 6px;}"
};
function es(e, t) {
	k(t, !0), X(e, $o);
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
	}, i = /* @__PURE__ */ P("announce"), a = /* @__PURE__ */ P("p"), o = /* @__PURE__ */ P(Yt([])), s = /* @__PURE__ */ P(""), c = /* @__PURE__ */ P(!0), l = /* @__PURE__ */ P(!0), u = /* @__PURE__ */ P(""), d = /* @__PURE__ */ P(.2), f = /* @__PURE__ */ P(.2), p = /* @__PURE__ */ P("event yes: pre p\nevent no: pre ~p\na: yes | no\nothers: yes no"), h = /* @__PURE__ */ P(""), g = /* @__PURE__ */ P(null), _ = /* @__PURE__ */ M(() => Gi($.model)), v = /* @__PURE__ */ M(() => Ki($.model)), y = /* @__PURE__ */ M(() => U(o).filter((e) => U(_).includes(e))), b = /* @__PURE__ */ M(() => [
		"group",
		"private",
		"peek"
	].includes(U(i)));
	function x() {
		switch (U(i)) {
			case "announce": return [{
				kind: "announce",
				formula: U(a),
				to: null,
				whether: !1
			}, `${U(a)}!`];
			case "whether": return [{
				kind: "announce",
				formula: U(a),
				to: null,
				whether: !0
			}, `${U(a)}?`];
			case "group": return [{
				kind: "announce",
				formula: U(a),
				to: U(y),
				whether: !1
			}, `${U(a)} to ${U(y).join(", ")}`];
			case "private": return [{
				kind: "private",
				formula: U(a),
				to: U(y)
			}, `${U(a)} to ${U(y).join(", ")}, secretly`];
			case "say": return [{
				kind: "say",
				formula: U(a),
				by: U(s) || null,
				to: null
			}, `${U(s) || "someone"} says ${U(a)}`];
			case "peek": return [{
				kind: "peek",
				formula: U(a),
				by: U(y),
				noticed: U(c)
			}, `${U(y).join(", ")} peeks: ${U(a)}`];
			case "set": return [{
				kind: "set",
				atom: U(u) || U(v)[0] || "p",
				formula: U(a)
			}, `${U(u) || U(v)[0]} := ${U(a)}`];
			case "upgrade": return [{
				kind: "upgrade",
				formula: U(a),
				radical: U(l)
			}, `${U(l) ? "⇑" : "↑"} ${U(a)}`];
			case "evidence": return [{
				kind: "evidence",
				agent: U(s) || U(_)[0] || "a",
				formula: U(a),
				gain: U(d),
				loss: U(f)
			}, `evidence for ${U(a)}`];
			case "boxes": return [{
				kind: "events",
				text: U(h),
				event: null
			}, "event model"];
			case "events": return [{
				kind: "events",
				text: U(p),
				event: null
			}, "event model"];
		}
	}
	async function S(e) {
		e.preventDefault(), await $.happen(...x());
	}
	var C = Qo(), ee = L(C), te = z(I(ee), 2), ne = I(te);
	Y(ne, 21, () => Object.entries(r), ([e, t]) => e, (e, t) => {
		var n = /* @__PURE__ */ M(() => m(U(t), 2));
		let r = () => U(n)[0], i = () => U(n)[1];
		var a = Vo(), o = R(a, !0), s = {};
		B(() => {
			q(o, i()), s !== (s = r()) && (a.value = (a.__value = s) ?? "");
		}), K(e, a);
	}), D(ne), oi(ne);
	var re = z(ne, 2), ie = (e) => {
		var t = Ho(), n = L(t);
		Y(n, 20, () => U(v), (e) => e, (e, t) => {
			var n = Vo(), r = R(n, !0), i = {};
			B(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), D(n), oi(n), Te(), si(n, () => U(u), (e) => F(u, e)), K(e, t);
	};
	J(re, (e) => {
		U(i) === "set" && e(ie);
	});
	var ae = z(re, 2), oe = (e) => {
		var t = Wo(), n = I(t), r = (e) => {
			var t = Uo();
			t.value = t.__value = "", K(e, t);
		};
		J(n, (e) => {
			U(i) === "say" && e(r);
		}), Y(z(n), 16, () => U(_), (e) => e, (e, t) => {
			var n = Vo(), r = R(n, !0), i = {};
			B(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), D(t), oi(t), B(() => Q(t, "aria-label", U(i) === "say" ? "Speaker" : "Agent")), si(t, () => U(s), (e) => F(s, e)), K(e, t);
	};
	J(ae, (e) => {
		(U(i) === "say" || U(i) === "evidence") && e(oe);
	}), D(te);
	var se = z(te, 2), ce = (e) => {
		Po(e, {
			get agents() {
				return U(_);
			},
			get text() {
				return U(h);
			},
			set text(e) {
				F(h, e, !0);
			}
		});
	}, le = (e) => {
		var t = Go();
		nt(t), yi(t, () => U(p), (e) => F(p, e)), K(e, t);
	}, ue = (e) => {
		var t = Ko();
		Z(t), yi(t, () => U(a), (e) => F(a, e)), K(e, t);
	};
	J(se, (e) => {
		U(i) === "boxes" ? e(ce) : U(i) === "events" ? e(le, 1) : e(ue, -1);
	});
	var de = z(se, 2), fe = (e) => {
		var t = Jo();
		Y(t, 20, () => U(_), (e) => e, (e, t) => {
			var r = qo(), i = I(r);
			Z(i);
			var a, s = z(i);
			D(r), B(() => {
				a !== (a = t) && (i.value = (i.__value = a) ?? ""), q(s, ` ${t ?? ""}`);
			}), xi(n, [], i, () => U(o), (e) => F(o, e)), K(e, r);
		}), D(t), K(e, t);
	};
	J(de, (e) => {
		U(b) && e(fe);
	});
	var pe = z(de, 2), me = (e) => {
		var t = Yo(), n = I(t);
		Z(n), Te(), D(t), Si(n, () => U(c), (e) => F(c, e)), K(e, t);
	};
	J(pe, (e) => {
		U(i) === "peek" && e(me);
	});
	var he = z(pe, 2), ge = (e) => {
		var t = Xo(), n = I(t);
		Z(n), Te(), D(t), Si(n, () => U(l), (e) => F(l, e)), K(e, t);
	};
	J(he, (e) => {
		U(i) === "upgrade" && e(ge);
	});
	var w = z(he, 2), _e = (e) => {
		var t = Zo(), n = I(t), r = z(I(n));
		Z(r), D(n);
		var i = z(n, 2), a = z(I(i));
		Z(a), D(i), D(t), yi(r, () => U(d), (e) => F(d, e)), yi(a, () => U(f), (e) => F(f, e)), K(e, t);
	};
	J(w, (e) => {
		U(i) === "evidence" && e(_e);
	});
	var ve = z(w, 2), ye = I(ve), be = z(ye, 2), xe = z(be, 2), T = z(xe, 2);
	D(ve), D(ee);
	var Se = z(ee, 2), E = (e) => {
		Bo(e, {
			get change() {
				return U(g)[0];
			},
			get label() {
				return U(g)[1];
			},
			close: () => F(g, null)
		});
	};
	J(Se, (e) => {
		U(g) && e(E);
	}), B(() => {
		ye.disabled = U(b) && !U(y).length, be.disabled = U(b) && !U(y).length, T.disabled = !$.here;
	}), _r("submit", ee, S), si(ne, () => U(i), (e) => F(i, e)), W("click", be, () => F(g, x())), W("click", xe, () => $.happen({ kind: "contract" }, "bisimilar worlds merged")), W("click", T, () => $.happen({
		kind: "generated",
		at: $.here
	}, `reachable from ${$.here}`)), K(e, C), A();
}
vr(["click"]);
// src/parts/Mathematics.svelte
var ts = (e, t) => {
	let n = () => (t?.()).tag, r = () => (t?.()).text;
	var i = Ar(), a = L(i), o = (e) => {
		var t = ns(), n = R(t, !0);
		B(() => q(n, r())), K(e, t);
	}, s = (e) => {
		var t = rs(), n = R(t, !0);
		B(() => q(n, r())), K(e, t);
	}, c = (e) => {
		var t = is(), n = R(t, !0);
		B(() => q(n, r())), K(e, t);
	}, l = (e) => {
		var t = as(), n = R(t, !0);
		B(() => q(n, r())), K(e, t);
	};
	J(a, (e) => {
		n() === "mo" ? e(o) : n() === "mn" ? e(s, 1) : n() === "mtext" ? e(c, 2) : e(l, -1);
	}), K(e, i);
}, ns = /* @__PURE__ */ Or("<mo> </mo>"), rs = /* @__PURE__ */ Or("<mn> </mn>"), is = /* @__PURE__ */ Or("<mtext> </mtext>"), as = /* @__PURE__ */ Or("<mi> </mi>"), os = /* @__PURE__ */ Or("<msubsup><!><mtext> </mtext><mn> </mn></msubsup>"), ss = /* @__PURE__ */ Or("<msub><!><mtext> </mtext></msub>"), cs = /* @__PURE__ */ Or("<math class=\"hidden\"><mrow></mrow></math>");
function ls(e, t) {
	k(t, !0);
	var n = cs(), r = I(n);
	Y(r, 21, () => Pa(t.text), Vr, (e, t) => {
		var n = Ar(), r = L(n), i = (e) => {
			var n = os(), r = I(n);
			ts(r, () => U(t));
			var i = z(r), a = R(i, !0), o = R(z(i), !0);
			D(n), B(() => {
				q(a, U(t).below), q(o, U(t).above);
			}), K(e, n);
		}, a = (e) => {
			var n = ss(), r = I(n);
			ts(r, () => U(t));
			var i = R(z(r), !0);
			D(n), B(() => q(i, U(t).below)), K(e, n);
		}, o = (e) => {
			ts(e, () => U(t));
		};
		J(r, (e) => {
			U(t).below && U(t).above ? e(i) : U(t).below ? e(a, 1) : e(o, -1);
		}), K(e, n);
	}), D(r), D(n), K(e, n), A();
}
// src/parts/Reasons.svelte
var us = /* @__PURE__ */ G("<b> </b>"), ds = /* @__PURE__ */ G("<li><button class=\"quiet svelte-g72hdb\"><!> </button></li>"), fs = /* @__PURE__ */ G("<ol class=\"reasons svelte-g72hdb\" aria-label=\"Reasons\"></ol>"), ps = {
	hash: "svelte-g72hdb",
	code: ".reasons.svelte-g72hdb {margin:0;padding:0;list-style:none;}button.svelte-g72hdb {width:100%;text-align:left;padding:4px 6px;font-size:14px;overflow-wrap:anywhere;}.yes.svelte-g72hdb {color:var(--good);}.no.svelte-g72hdb {color:var(--bad);}.depth-1.svelte-g72hdb {margin-left:14px;}.depth-2.svelte-g72hdb {margin-left:28px;}.depth-3.svelte-g72hdb {margin-left:42px;}.depth-4.svelte-g72hdb {margin-left:56px;}.depth-5.svelte-g72hdb {margin-left:70px;}.depth-6.svelte-g72hdb {margin-left:84px;}"
};
function ms(e, t) {
	k(t, !0), X(e, ps);
	function n(e) {
		let n = (e.path ?? []).map(([, e]) => e), r = t.reasons.slice(t.reasons.indexOf(e) + 1), i = r.findIndex((t) => t.depth <= e.depth), a = (i < 0 ? r : r.slice(0, i)).filter((t) => t.depth === e.depth + 1);
		return [.../* @__PURE__ */ new Set([
			e.world,
			...n,
			...a.map((e) => e.world)
		])].filter((e) => e !== void 0);
	}
	var r = fs();
	Y(r, 21, () => t.reasons, Vr, (e, t) => {
		var r = ds(), i = I(r), a = I(i), o = (e) => {
			var n = us(), r = R(n, !0);
			B(() => {
				ni(n, 1, $r(U(t).holds ? "yes" : "no"), "svelte-g72hdb"), q(r, U(t).holds ? "✓" : "✗");
			}), K(e, n);
		};
		J(a, (e) => {
			U(t).holds !== void 0 && e(o);
		});
		var s = z(a);
		D(i), D(r), B((e) => {
			ni(r, 1, `depth-${e ?? ""}`, "svelte-g72hdb"), q(s, ` ${U(t).text ?? ""}`);
		}, [() => Math.min(U(t).depth, 6)]), _r("mouseenter", i, () => $.lit = n(U(t))), _r("mouseleave", i, () => $.lit = []), _r("focus", i, () => $.lit = n(U(t))), _r("blur", i, () => $.lit = []), W("click", i, () => $.selected = U(t).world ?? null), K(e, r);
	}), D(r), K(e, r), A();
}
vr(["click"]);
// src/parts/Formula.svelte
var hs = (e, t = d) => {
	var n = Ar(), r = L(n), i = (e) => {
		var n = Ar();
		Y(L(n), 17, () => Ma(t()), Vr, (e, t) => {
			var n = /* @__PURE__ */ M(() => m(U(t), 2));
			let r = () => U(n)[0], i = () => U(n)[1];
			Te();
			var a = _s(), o = L(a, !0), s = z(o), c = (e) => {
				var t = gs(), n = R(t, !0);
				B(() => q(n, i())), K(e, t);
			};
			J(s, (e) => {
				i() && e(c);
			}), B(() => q(o, r())), K(e, a);
		}), K(e, n);
	}, a = (e) => {
		var n = vs();
		let r;
		Y(n, 21, () => t().pieces, Vr, (e, t) => {
			hs(e, () => U(t));
		}), D(n), B(() => r = ni(n, 1, "part svelte-1kfifdq", null, r, { on: $.part === t().part && t().part > 0 })), W("mouseover", n, (e) => {
			e.stopPropagation(), $.part = t().part;
		}), _r("focus", n, () => void 0), K(e, n);
	};
	J(r, (e) => {
		typeof t() == "string" ? e(i) : e(a, -1);
	}), K(e, n);
}, gs = /* @__PURE__ */ G("<sub class=\"svelte-1kfifdq\"> </sub>"), _s = /* @__PURE__ */ G(" <!>", 1), vs = /* @__PURE__ */ G("<span role=\"presentation\"></span>"), ys = /* @__PURE__ */ G("<span class=\"caret svelte-1kfifdq\"> <mark class=\"svelte-1kfifdq\"> </mark> </span>"), bs = /* @__PURE__ */ G("<br/><b>Hint:</b> ", 1), xs = /* @__PURE__ */ G("<div class=\"problem\"><!> <!><!></div>"), Ss = /* @__PURE__ */ G("<!> ", 1), Cs = /* @__PURE__ */ G("<span> </span>"), ws = /* @__PURE__ */ G("<span class=\"badge good\">true at all worlds</span>"), Ts = /* @__PURE__ */ G("<!> <!>", 1), Es = /* @__PURE__ */ G("<option> </option>"), Ds = /* @__PURE__ */ G("<div class=\"math shown svelte-1kfifdq\" tabindex=\"0\" role=\"group\" aria-label=\"The formula; arrow keys go through its parts\"><span aria-hidden=\"true\"><!></span> <!></div> <p class=\"small\" aria-live=\"polite\"><!></p> <div class=\"row\"><button> </button> <button>Valid in</button> <select aria-label=\"Logic\"></select></div>", 1), Os = /* @__PURE__ */ G("<pre class=\"svelte-1kfifdq\"> </pre>"), ks = /* @__PURE__ */ G("<button>Open the countermodel</button>"), As = /* @__PURE__ */ G("<div class=\"proof svelte-1kfifdq\" role=\"status\"><p class=\"row\"><span> </span> <span class=\"small\"> </span></p> <!> <!> <!></div>"), js = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"formula-title\"><h2 id=\"formula-title\">Formula</h2> <input type=\"text\" class=\"entry svelte-1kfifdq\" aria-label=\"Formula\" aria-describedby=\"formula-mistake\" placeholder=\"K_a (p -> q)\" spellcheck=\"false\" autocomplete=\"off\"/> <div id=\"formula-mistake\" aria-live=\"polite\"><!></div> <!> <!> <!></section>"), Ms = {
	hash: "svelte-1kfifdq",
	code: ".entry.svelte-1kfifdq {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:15px;}.shown.svelte-1kfifdq {padding:6px 4px;line-height:1.7;overflow-wrap:anywhere;}.part.svelte-1kfifdq {border-radius:4px;}sub.svelte-1kfifdq {font-size:72%;}.part.on.svelte-1kfifdq {background:var(--true);}.caret.svelte-1kfifdq {display:block;font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;}mark.svelte-1kfifdq {background:#f3b5b0;}.proof.svelte-1kfifdq {display:grid;gap:8px;}pre.svelte-1kfifdq {max-height:300px;margin:0;padding:10px;overflow:auto;border-radius:6px;background:var(--ground);font:13px/1.5 var(--sans);white-space:pre-wrap;}"
};
function Ns(e, t) {
	k(t, !0), X(e, Ms);
	let n = [
		"S5",
		"KD45",
		"K45",
		"S4",
		"KT",
		"KD",
		"K"
	], r = /* @__PURE__ */ P("S5"), i = /* @__PURE__ */ M(() => $.checked), a = /* @__PURE__ */ M(() => U(i) ? Aa(U(i).text, U(i).rows) : ""), o = /* @__PURE__ */ M(() => U(i)?.rows[$.part]), s = /* @__PURE__ */ M(() => $.mistake?.position);
	function c(e) {
		let t = U(i)?.rows.length ?? 0, n = {
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
	var u = js(), d = z(I(u), 2);
	Z(d);
	var f = z(d, 2), p = I(f), m = (e) => {
		var t = xs(), n = I(t), r = (e) => {
			var t = ys(), n = I(t, !0), r = z(n), i = R(r, !0), a = z(r, 1, !0);
			D(t), B((e, t, r) => {
				q(n, e), q(i, t), q(a, r);
			}, [
				() => $.mistake.text.slice(0, U(s)),
				() => $.mistake.text.slice(U(s), U(s) + 1) || " ",
				() => $.mistake.text.slice(U(s) + 1)
			]), K(e, t);
		};
		J(n, (e) => {
			U(s) !== void 0 && $.mistake.text && e(r);
		});
		var i = z(n, 1, !0), a = z(i), o = (e) => {
			var t = kr();
			B((e) => q(t, `; expected ${e ?? ""}`), [() => $.mistake.expected.join(" or ")]), K(e, t);
		};
		J(a, (e) => {
			$.mistake.expected?.length && e(o);
		});
		var c = z(a), l = (e) => {
			var t = bs(), n = z(L(t), 2);
			B(() => q(n, ` ${$.mistake.hint ?? ""}`)), K(e, t);
		};
		J(c, (e) => {
			$.mistake.hint && e(l);
		}), D(t), B(() => q(i, $.mistake.message)), K(e, t);
	};
	J(p, (e) => {
		$.mistake && e(m);
	}), D(f);
	var h = z(f, 2), g = (e) => {
		var t = Ds(), s = L(t), l = I(s);
		hs(I(l), () => U(a)), D(l), ls(z(l, 2), { get text() {
			return U(i).text;
		} }), D(s);
		var u = z(s, 2), d = I(u), f = (e) => {
			var t = Ss(), n = L(t);
			{
				let e = /* @__PURE__ */ M(() => U(i).text.slice(U(o).start, U(o).end));
				za(n, { get text() {
					return U(e);
				} });
			}
			var r = z(n);
			B(() => q(r, ` holds at ${U(o).count ?? ""}
        ${U(o).after ? `of the ${U(o).left} worlds that are left after the announcement` : "worlds"}`)), K(e, t);
		}, p = (e) => {
			var t = Ts(), n = L(t), r = (e) => {
				var t = Cs(), n = R(t);
				B(() => {
					ni(t, 1, `badge ${U(i).actual ? "good" : "bad"}`), q(n, `${U(i).actual ? "true" : "false"} at ${(($.model.actual?.length ?? 0) > 16 ? "the actual world" : $.model.actual) ?? ""}`);
				}), K(e, t);
			};
			J(n, (e) => {
				U(i).actual !== null && e(r);
			});
			var a = z(n, 2), s = (e) => {
				K(e, ws());
			}, c = (e) => {
				var t = kr();
				B((e) => q(t, `true at ${U(o).count ?? ""} of
          ${e ?? ""} worlds`), [() => Object.keys($.model.worlds).length]), K(e, t);
			};
			J(a, (e) => {
				U(i).valid ? e(s) : e(c, -1);
			}), K(e, t);
		};
		J(d, (e) => {
			$.part ? e(f) : e(p, -1);
		}), D(u);
		var m = z(u, 2), h = I(m), g = R(h), _ = z(h, 2), v = z(_, 2);
		Y(v, 20, () => n, (e) => e, (e, t) => {
			var n = Es(), r = R(n, !0), i = {};
			B(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), D(v), oi(v), D(m), B(() => q(g, `Why at ${$.hereText ?? ""}?`)), W("keydown", s, c), _r("mouseleave", s, () => $.part = 0), W("click", h, () => void $.why()), W("click", _, () => void $.prove(U(r))), si(v, () => U(r), (e) => F(r, e)), K(e, t);
	};
	J(h, (e) => {
		U(i) && U(o) && e(g);
	});
	var _ = z(h, 2), v = (e) => {
		ms(e, { get reasons() {
			return $.reasons;
		} });
	};
	J(_, (e) => {
		$.reasons && e(v);
	});
	var y = z(_, 2), b = (e) => {
		var t = As(), n = I(t), r = I(n), i = R(r, !0), a = R(z(r, 2), !0);
		D(n);
		var o = z(n, 2), s = (e) => {
			var t = Os(), n = R(t, !0);
			B(() => q(n, $.proved.proof)), K(e, t);
		};
		J(o, (e) => {
			$.proved.proof && e(s);
		});
		var c = z(o, 2), u = (e) => {
			var t = Os(), n = R(t, !0);
			B(() => q(n, $.proved.why)), K(e, t);
		};
		J(c, (e) => {
			$.proved.why && e(u);
		});
		var d = z(c, 2), f = (e) => {
			var t = ks();
			W("click", t, l), K(e, t);
		};
		J(d, (e) => {
			$.proved.model && e(f);
		}), D(t), B(() => {
			ni(r, 1, `badge ${$.proved.valid ? "good" : "bad"}`), q(i, $.proved.valid ? "valid" : "not valid"), q(a, $.proved.says);
		}), K(e, t);
	};
	J(y, (e) => {
		$.proved && e(b);
	}), D(u), B(() => {
		Q(d, "aria-invalid", $.mistake !== null), mi(d, $.formula);
	}), W("input", d, (e) => void $.type(e.currentTarget.value)), K(e, u), A();
}
vr([
	"mouseover",
	"input",
	"keydown",
	"click"
]);
// src/lib/context.ts
var Ps = Symbol("session");
function Fs() {
	return Ke(Ps) ?? $;
}
// src/parts/Belief.svelte
var Is = /* @__PURE__ */ G("<div class=\"row svelte-1j252m1\"><label>rank here <input type=\"number\" min=\"0\" max=\"99\" class=\"svelte-1j252m1\"/></label></div>"), Ls = /* @__PURE__ */ G("<label>weight here <input type=\"text\" inputmode=\"decimal\" class=\"svelte-1j252m1\"/></label>"), Rs = /* @__PURE__ */ G("<div class=\"row svelte-1j252m1\"><!> <label>believes from <input type=\"text\" inputmode=\"decimal\" class=\"svelte-1j252m1\"/></label></div>"), zs = /* @__PURE__ */ G("<li class=\"small svelte-1j252m1\"><b class=\"svelte-1j252m1\"> </b> <select class=\"svelte-1j252m1\"><option>as knowledge</option><option>by ranks</option><option>by weights</option></select> <!></li>"), Bs = /* @__PURE__ */ G("<p class=\"problem\" role=\"alert\"> </p>"), Vs = /* @__PURE__ */ G("<details><summary class=\"small\">Belief: ranks or weights</summary> <ul class=\"svelte-1j252m1\"></ul> <p class=\"small pale\">A lower rank is more plausible. Weights are from 0 to 1; worlds of at least the second number are believed.</p> <!></details>"), Hs = {
	hash: "svelte-1j252m1",
	code: "ul.svelte-1j252m1 {margin:8px 0;padding:0;list-style:none;display:grid;gap:6px;}li.svelte-1j252m1 {display:grid;grid-template-columns:3em minmax(0, 1fr);align-items:center;gap:6px 8px;}b.svelte-1j252m1 {overflow-wrap:anywhere;}select.svelte-1j252m1 {justify-self:start;}.row.svelte-1j252m1 {grid-column:2;gap:6px 14px;}input.svelte-1j252m1 {display:inline-block;width:62px !important;min-height:32px;padding:2px 6px;border:1px solid #b9bfca;border-radius:8px;}select.svelte-1j252m1 {min-height:32px;padding:2px 6px;}"
};
function Us(e, t) {
	k(t, !0), X(e, Hs);
	let n = Fs(), r = /* @__PURE__ */ M(() => n.model), i = /* @__PURE__ */ M(() => Gi(U(r))), a = /* @__PURE__ */ P(null);
	function o(e, n) {
		let i = Number(n.value);
		Number.isInteger(i) && i >= 0 && i <= 99 ? c(ca(U(r), e, t.world, i), `rank ${i} for ${e} at ${t.world}`) : l(n, `rank ${n.value}: expected a whole number from 0 to 99`);
	}
	function s(e, t, n) {
		let r = e.value.trim();
		da(r) ? c(t(r), `${n} ${r}`) : l(e, `${r || "nothing"}: expected a number from 0 to 1, such as 0.3 or 1/3`);
	}
	function c(e, t) {
		F(a, null), n.become(e, t);
	}
	function l(e, t) {
		F(a, t, !0), e.value = e.defaultValue;
	}
	var u = Vs(), d = z(I(u), 2);
	Y(d, 20, () => U(i), (e) => e, (e, n) => {
		let i = /* @__PURE__ */ M(() => oa(U(r), n));
		var a = zs(), l = I(a), u = R(l, !0), d = z(l, 2), f = I(d);
		f.value = f.__value = "none";
		var p = z(f);
		p.value = p.__value = "ranks";
		var m = z(p);
		m.value = m.__value = "weights", D(d);
		var h;
		oi(d);
		var g = z(d, 2), _ = (e) => {
			var i = Is(), a = I(i), s = z(I(a));
			Z(s), D(a), D(i), B(() => mi(s, U(r).ranks[n][t.world] ?? 0)), W("change", s, (e) => o(n, e.currentTarget)), K(e, i);
		}, v = (e) => {
			var i = Rs(), a = I(i), o = (e) => {
				var i = Ls(), a = z(I(i));
				Z(a), D(i), B(() => mi(a, U(r).weights[n][t.world])), W("change", a, (e) => s(e.currentTarget, (e) => la(U(r), n, t.world, e), `weight for ${n} at ${t.world}:`)), K(e, i);
			};
			J(a, (e) => {
				U(r).weights[n][t.world] !== void 0 && e(o);
			});
			var c = z(a, 2), l = z(I(c));
			Z(l), D(c), D(i), B(() => mi(l, U(r).threshold?.[n] ?? 0)), W("change", l, (e) => s(e.currentTarget, (e) => ua(U(r), n, e), `threshold of ${n}:`)), K(e, i);
		};
		J(g, (e) => {
			U(i) === "ranks" ? e(_) : U(i) === "weights" && e(v, 1);
		}), D(a), B(() => {
			q(u, n), Q(d, "aria-label", `Belief of ${n ?? ""}`), h !== (h = U(i)) && (d.value = (d.__value = h) ?? "", ai(d, h));
		}), W("change", d, (e) => c(sa(U(r), n, e.currentTarget.value), `${n}: ${e.currentTarget.selectedOptions[0].text}`)), K(e, a);
	}), D(d);
	var f = z(d, 4), p = (e) => {
		var t = Bs(), n = R(t, !0);
		B(() => q(n, U(a))), K(e, t);
	};
	J(f, (e) => {
		U(a) && e(p);
	}), D(u), B((e) => u.open = e, [() => U(i).some((e) => oa(U(r), e) !== "none")]), K(e, u), A();
}
vr(["change"]);
// src/parts/Inspector.svelte
var Ws = /* @__PURE__ */ G("<button> </button>"), Gs = /* @__PURE__ */ G("<option> </option>"), Ks = /* @__PURE__ */ G("<!> <form class=\"row svelte-duhzvb\"><input type=\"text\" placeholder=\"new name\" aria-label=\"New name of the world\" class=\"svelte-duhzvb\"/> <button>Rename</button></form>", 1), qs = /* @__PURE__ */ G("<div class=\"row\" role=\"group\"></div> <div class=\"row\"><button>Make actual</button> <button>Remove</button></div> <div class=\"row\"><select aria-label=\"Agent of the arrow\"></select> <span>considers</span> <select aria-label=\"World at the end of the arrow\"></select> <button> </button></div> <!>", 1), Js = /* @__PURE__ */ G("<p class=\"small pale\">Select a world in the picture to change what is true there.</p>"), Ys = /* @__PURE__ */ G("<form class=\"row svelte-duhzvb\"><input type=\"text\" placeholder=\"atom\" aria-label=\"Name of a new atom\" class=\"svelte-duhzvb\"/> <button>Add atom</button></form>"), Xs = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"world-title\"><h2 id=\"world-title\"> </h2> <!> <!></section>"), Zs = {
	hash: "svelte-duhzvb",
	code: "form.svelte-duhzvb input:where(.svelte-duhzvb) {width:140px;}"
};
function Qs(e, t) {
	k(t, !0), X(e, Zs);
	let n = Ai(t, "brief", 3, !1), r = Fs(), i = /* @__PURE__ */ P(""), a = /* @__PURE__ */ P(""), o = /* @__PURE__ */ P(""), s = /* @__PURE__ */ P(""), c = /* @__PURE__ */ M(() => r.selected), l = /* @__PURE__ */ M(() => r.model), u = /* @__PURE__ */ M(() => Ki(U(l))), d = /* @__PURE__ */ M(() => Gi(U(l))), f = /* @__PURE__ */ M(() => U(d).includes(U(o)) ? U(o) : U(d)[0] ?? ""), p = /* @__PURE__ */ M(() => U(s) in U(l).worlds ? U(s) : Object.keys(U(l).worlds)[0] ?? ""), m = /* @__PURE__ */ M(() => qi(U(l).relations[U(f)]).some(([e, t]) => e === U(c) && t === U(p)));
	async function h(e) {
		e.preventDefault();
		let t = U(i).trim();
		if (!U(c) || !t || t in U(l).worlds) return;
		let n = r.placesNow();
		n?.[U(c)] && (n[t] = n[U(c)]), F(i, ""), r.selected = t, await r.become($i(U(l), U(c), t), `${U(c)} is now ${t}`, n);
	}
	async function g(e) {
		e.preventDefault();
		let t = U(a).trim();
		t && (F(a, ""), await r.become(ta(U(l), t), `new atom ${t}`));
	}
	async function _() {
		let e = r.picture?.frames[U(f)]?.system === "S5" && r.closed;
		await r.become(ia(U(l), U(f), U(c), U(p), e), `${U(f)}: ${U(c)} – ${U(p)}`);
	}
	var v = Xs(), y = I(v), b = R(y, !0), x = z(y, 2), S = (e) => {
		var t = qs(), a = L(t);
		Y(a, 20, () => U(u), (e) => e, (e, t) => {
			var n = Ws(), i = R(n, !0);
			B((e) => {
				Q(n, "aria-pressed", e), q(i, t);
			}, [() => U(l).worlds[U(c)]?.includes(t) ?? !1]), W("click", n, () => r.become(ea(U(l), U(c), t), `${t} at ${U(c)}`)), K(e, n);
		}), D(a);
		var g = z(a, 2), v = I(g), y = z(v, 2);
		D(g);
		var b = z(g, 2), x = I(b);
		Y(x, 20, () => U(d), (e) => e, (e, t) => {
			var n = Gs(), r = R(n, !0), i = {};
			B(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), D(x), oi(x);
		var S = z(x, 4);
		Y(S, 20, () => Object.keys(U(l).worlds), (e) => e, (e, t) => {
			var n = Gs(), r = R(n, !0), i = {};
			B(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), D(S), oi(S);
		var C = z(S, 2), ee = R(C, !0);
		D(b);
		var te = z(b, 2), ne = (e) => {
			var t = Ks(), n = L(t);
			Us(n, { get world() {
				return U(c);
			} });
			var r = z(n, 2), a = I(r);
			Z(a);
			var o = z(a, 2);
			D(r), B((e) => o.disabled = e, [() => !U(i).trim()]), _r("submit", r, h), yi(a, () => U(i), (e) => F(i, e)), K(e, t);
		};
		J(te, (e) => {
			n() || e(ne);
		}), B((e) => {
			Q(a, "aria-label", `Atoms true at ${U(c) ?? ""}`), v.disabled = U(l).actual === U(c), y.disabled = e, C.disabled = !U(f), q(ee, U(m) ? "impossible" : "possible");
		}, [() => Object.keys(U(l).worlds).length < 2]), W("click", v, () => r.become({
			...U(l),
			actual: U(c)
		}, `actual world ${U(c)}`)), W("click", y, () => r.become(Qi(U(l), U(c)), `without ${U(c)}`)), si(x, () => U(f), (e) => F(o, e, !0)), si(S, () => U(p), (e) => F(s, e, !0)), W("click", C, _), K(e, t);
	}, C = (e) => {
		K(e, Js());
	};
	J(x, (e) => {
		U(c) ? e(S) : e(C, -1);
	});
	var ee = z(x, 2), te = (e) => {
		var t = Ys(), n = I(t);
		Z(n);
		var r = z(n, 2);
		D(t), B((e) => r.disabled = e, [() => !U(a).trim()]), _r("submit", t, g), yi(n, () => U(a), (e) => F(a, e)), K(e, t);
	};
	J(ee, (e) => {
		n() || e(te);
	}), D(v), B(() => q(b, U(c) ? `World ${U(c)}` : "Worlds")), K(e, v), A();
}
vr(["click"]);
// src/lib/eye.ts
function $s(e, t, n) {
	let r = /* @__PURE__ */ new Set([e]);
	for (let e of t) {
		let t = /* @__PURE__ */ new Set();
		for (let i of r) for (let r of n[e]?.[i] ?? []) t.add(r);
		r = t;
	}
	return r;
}
// src/lib/curves.ts
function ec([e, t, n, r]) {
	return `M${e} C${t} ${n} ${r}`;
}
function tc(e, t, n = 3.2) {
	let [r, , , i] = e, a = Math.hypot(i[0] - r[0], i[1] - r[1]) || 1, o = [-(i[1] - r[1]) / a, (i[0] - r[0]) / a];
	return Array.from({ length: t }, (r, i) => {
		let a = (i - (t - 1) / 2) * n;
		return e.map(([e, t]) => [e + a * o[0], t + a * o[1]]);
	});
}
function nc([e, t, n, r], i = 8) {
	let a = [
		n,
		t,
		e
	].find((e) => Math.hypot(r[0] - e[0], r[1] - e[1]) > .5) ?? e, o = Math.hypot(r[0] - a[0], r[1] - a[1]) || 1, [s, c] = [(r[0] - a[0]) / o, (r[1] - a[1]) / o], l = [r[0] - i * s, r[1] - i * c], u = i * .38;
	return `${r} ${l[0] - u * c},${l[1] + u * s} ${l[0] + u * c},${l[1] - u * s}`;
}
function rc([e, t, n, r]) {
	return [
		r,
		n,
		t,
		e
	];
}
function ic(e, t) {
	let [n, r] = [ac(e, t), ac(t, e)], i = (e) => [n[0] + e * (r[0] - n[0]), n[1] + e * (r[1] - n[1])];
	return [
		n,
		i(1 / 3),
		i(2 / 3),
		r
	];
}
function ac(e, t) {
	let [n, r] = [t.x - e.x, t.y - e.y], i = Math.hypot(n, r) || 1, a = Math.min(e.width / 2 / Math.abs(n) * i, e.height / 2 / Math.abs(r) * i, Math.max(e.width, e.height) / 2 * 1.2);
	return [e.x + n / i * a, e.y + r / i * a];
}
// src/parts/Picture.svelte
var oc = /* @__PURE__ */ G("<button class=\"svelte-baybvi\"><svg width=\"18\" height=\"10\" aria-hidden=\"true\" class=\"svelte-baybvi\"><line x1=\"0\" y1=\"5\" x2=\"18\" y2=\"5\" stroke-width=\"2.5\"></line></svg> </button>"), sc = /* @__PURE__ */ G("<div class=\"tools svelte-baybvi\" role=\"toolbar\" aria-label=\"Edit the picture\"><button title=\"Escape\" class=\"svelte-baybvi\">Move</button> <button title=\"n, then click where it goes\" class=\"svelte-baybvi\">New world</button> <!></div>"), cc = /* @__PURE__ */ G("<button> </button>"), lc = /* @__PURE__ */ G("<div class=\"notice svelte-baybvi\"><div class=\"problem\" role=\"alert\"> </div> <div class=\"row\"><button>Merge bisimilar worlds</button> <button>Keep only reachable worlds</button> <!></div></div>"), uc = /* @__PURE__ */ Dr("<polygon></polygon>"), dc = /* @__PURE__ */ Dr("<path fill=\"none\"></path><!><!>", 1), fc = /* @__PURE__ */ Dr("<tspan> </tspan>"), pc = /* @__PURE__ */ Dr("<text class=\"agents svelte-baybvi\"></text>"), mc = /* @__PURE__ */ Dr("<g><!><!></g>"), hc = /* @__PURE__ */ Dr("<rect class=\"hub svelte-baybvi\" rx=\"9\"></rect><text class=\"agents svelte-baybvi\"></text>", 1), gc = /* @__PURE__ */ Dr("<rect class=\"ring svelte-baybvi\"></rect>"), _c = /* @__PURE__ */ Dr("<text> </text>"), vc = /* @__PURE__ */ Dr("<g><!><rect class=\"body svelte-baybvi\"></rect><!><title> </title></g>"), yc = /* @__PURE__ */ Dr("<line class=\"draft svelte-baybvi\"></line>"), bc = /* @__PURE__ */ G("Filled: <!> holds.", 1), xc = /* @__PURE__ */ G("<p class=\"legend small pale svelte-baybvi\">Double ring: the actual world. <!> <!> <!></p>"), Sc = /* @__PURE__ */ G("<div><!> <!> <svg role=\"group\"><g class=\"links svelte-baybvi\" aria-hidden=\"true\"><!><!></g><!><!></svg> <!></div>"), Cc = {
	hash: "svelte-baybvi",
	code: ".frame.svelte-baybvi {position:relative;display:grid;grid-template-rows:auto minmax(0, 1fr) auto;min-height:0;background:var(--paper);}.plain.svelte-baybvi {grid-template-rows:minmax(0, 1fr);}.plain.svelte-baybvi svg:where(.svelte-baybvi) {max-height:320px;touch-action:auto;}.plain.svelte-baybvi .world:where(.svelte-baybvi) {cursor:default;}.plain.svelte-baybvi .world[role=\"button\"]:where(.svelte-baybvi) {cursor:pointer;}.tools.svelte-baybvi {display:flex;flex-wrap:wrap;gap:6px;padding:10px 16px 0;}.tools.svelte-baybvi button:where(.svelte-baybvi) {display:inline-flex;align-items:center;gap:7px;}svg.svelte-baybvi {width:100%;height:100%;min-height:0;touch-action:none;user-select:none;}.tools.svelte-baybvi svg:where(.svelte-baybvi) {width:18px;height:10px;}svg.drawing.svelte-baybvi {cursor:crosshair;}.notice.svelte-baybvi {position:absolute;inset:60px 24px auto;display:grid;gap:10px;max-width:640px;}.world.svelte-baybvi {cursor:pointer;transition:transform 0.35s ease,\n      opacity 0.25s;}.world.still.svelte-baybvi {transition:none;}.world.svelte-baybvi:focus-visible {outline:none;}.world.svelte-baybvi:focus-visible .body:where(.svelte-baybvi) {stroke:#2f7de1;stroke-width:4;}.body.svelte-baybvi {fill:#fff;stroke:var(--ink);stroke-width:1.4;transition:fill 0.15s;}.ring.svelte-baybvi {fill:none;stroke:var(--ink);stroke-width:1.2;}.filled.svelte-baybvi .body:where(.svelte-baybvi) {fill:var(--true);}.selected.svelte-baybvi .body:where(.svelte-baybvi) {stroke:var(--accent);stroke-width:3;}.lit.svelte-baybvi .body:where(.svelte-baybvi) {stroke:var(--bad);stroke-width:3.5;}.faded.svelte-baybvi {opacity:0.16;}.links.svelte-baybvi g:where(.svelte-baybvi) {transition:opacity 0.25s;}text.svelte-baybvi {font:12px var(--sans);fill:var(--ink);text-anchor:middle;dominant-baseline:central;pointer-events:none;}text.name.svelte-baybvi {font-weight:600;font-size:13px;}text.remark.svelte-baybvi {fill:var(--pale);font-size:11px;}text.agents.svelte-baybvi {font-weight:600;paint-order:stroke;stroke:#fff;stroke-width:4;}.hub.svelte-baybvi {fill:#fff;stroke:#b9bfca;}.draft.svelte-baybvi {stroke-width:2.5;stroke-dasharray:4 4;}.legend.svelte-baybvi {padding:0 16px 8px;}"
};
function wc(e, t) {
	k(t, !0), X(e, Cc);
	let n = Ai(t, "plain", 3, !1), r = Ai(t, "picks", 3, null), i = Fs(), a, o, s = /* @__PURE__ */ P("move"), c = /* @__PURE__ */ P(null), l = /* @__PURE__ */ P(null), u = /* @__PURE__ */ M(() => i.picture), d = /* @__PURE__ */ M(() => Gi(i.model)), f = /* @__PURE__ */ M(() => U(s).startsWith("arrow:") ? U(s).slice(6) : null), p = /* @__PURE__ */ M(() => (U(u)?.worlds ?? []).map((e) => U(c)?.name === e.name ? {
		...e,
		x: U(c).x,
		y: U(c).y
	} : {
		...e,
		y: -e.y
	})), m = /* @__PURE__ */ M(() => (U(u)?.hubs ?? []).map((e) => ({
		...e,
		y: -e.y
	}))), h = /* @__PURE__ */ M(() => (U(u)?.links ?? []).map((e) => ({
		link: e,
		curve: b(e)
	}))), g = /* @__PURE__ */ M(() => new Set(r() ?? t.filled ? (r() ?? t.filled).map((e) => U(p).findIndex((t) => t.name === e)) : i.checked?.rows[i.part]?.worlds ?? [])), _ = /* @__PURE__ */ M(() => U(u)?.worlds.findIndex((e) => e.name === i.here) ?? -1), v = /* @__PURE__ */ M(() => i.eye.length && U(u) && U(_) >= 0 ? $s(U(_), i.eye, U(u).sees) : null), y = /* @__PURE__ */ M(() => x(U(u)?.worlds ?? []));
	function b(e) {
		let t = ([e, t]) => [e, -t];
		if (!(U(c) && [e.source, e.target].some((e) => U(u)?.worlds[e]?.name === U(c).name))) return e.curve.map(t);
		let n = [e.source, e.target].map((e) => U(p)[e] ?? U(m)[e - U(p).length]);
		if (e.kind !== "loop") return ic(...n);
		let r = U(u).worlds[e.source];
		return e.curve.map(([e, t]) => [e - r.x + U(c).x, -t + r.y + U(c).y]);
	}
	function x(e) {
		let t = [...e, ...U(u)?.hubs ?? []], r = (U(u)?.links ?? []).flatMap((e) => e.curve), i = [...t.flatMap((e) => [e.x - e.width / 2, e.x + e.width / 2]), ...r.map(([e]) => e)], a = [...t.flatMap((e) => [-e.y - e.height / 2, -e.y + e.height / 2]), ...r.map(([, e]) => -e)];
		if (!i.length) return "0 0 560 400";
		let [o, s] = [Math.min(...i) - 30, Math.min(...a) - 30], [c, l] = [Math.max(...i) + 30 - o, Math.max(...a) + 30 - s], [d, f] = n() ? [400, 120] : [560, 400], [p, m] = [Math.max(c, d), Math.max(l, f)];
		return `${o - (p - c) / 2} ${s - (m - l) / 2} ${p} ${m}`;
	}
	function S(e) {
		let t = new DOMPoint(e.clientX, e.clientY).matrixTransform(o.getScreenCTM().inverse());
		return [t.x, t.y];
	}
	function C([e, t]) {
		return U(p).find((n) => Math.abs(n.x - e) <= n.width / 2 + 6 && Math.abs(n.y - t) <= n.height / 2 + 6);
	}
	function ee(e) {
		if (e.button !== 0) return;
		let t = S(e), n = C(t);
		n ? (o.setPointerCapture(e.pointerId), U(f) ? F(l, {
			from: n.name,
			x: t[0],
			y: t[1]
		}) : F(c, {
			name: n.name,
			x: n.x,
			y: n.y,
			moved: !1
		})) : U(s) === "world" ? ie(t) : i.selected = null;
	}
	function te(e) {
		let [t, n] = S(e);
		U(l) && F(l, {
			...U(l),
			x: t,
			y: n
		}), U(c) && (U(c).moved || Math.hypot(t - U(c).x, n - U(c).y) > 4) && F(c, {
			...U(c),
			x: t,
			y: n,
			moved: !0
		});
	}
	async function ne(e) {
		if (U(l)) {
			let t = C(S(e)), n = U(l).from;
			F(l, null), t && U(f) && await re(n, t.name);
			return;
		}
		if (!U(c)) return;
		let { name: t, x: n, y: r, moved: a } = U(c);
		if (!a) {
			F(c, null), ae(t);
			return;
		}
		let o = {
			...i.placesNow() ?? {},
			[t]: [n, -r]
		};
		await i.place(o), F(c, null);
	}
	async function re(e, t) {
		let n = U(u)?.frames[U(f)]?.system === "S5" && i.closed, r = ia(i.model, U(f), e, t, n);
		await i.become(r, `${U(f)}: ${e} – ${t}`);
	}
	async function ie([e, t]) {
		let n = Xi(i.model), r = {
			...i.placesNow() ?? {},
			[n]: [e, -t]
		};
		await i.become(Zi(i.model, n), `new world ${n}`, r), i.selected = n, F(s, "move");
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
		e.key === "Escape" ? F(s, "move") : e.key === "n" ? F(s, "world") : t >= 1 && t <= U(d).length && F(s, `arrow:${U(d)[t - 1]}`);
	}
	function ce(e, n) {
		let a = i.model.actual === e.name ? ", the actual world" : "", o = i.checked || r() || t.filled ? `, ${r() ?? t.filled ? U(g).has(n) ? "marked" : "not marked" : `the formula is ${U(g).has(n) ? "true" : "false"}`}` : "";
		return `World ${e.name}${a}: ${e.atoms.join(", ")}${o}`;
	}
	let le = {
		solid: void 0,
		dashed: "7 4",
		dotted: "1.5 3.5"
	};
	var ue = Sc();
	_r("keydown", Qt, se);
	let de;
	var fe = I(ue), pe = (e) => {
		var t = sc(), n = I(t), r = z(n, 2);
		Y(z(r, 2), 18, () => U(d), (e) => e, (e, t, n) => {
			var r = oc(), i = I(r), a = R(i), o = z(i);
			D(r), B(() => {
				Q(r, "aria-pressed", U(f) === t), Q(r, "title", `${U(n) + 1}, then drag from world to world`), Q(a, "stroke", U(u)?.strokes[t]?.colour), Q(a, "stroke-dasharray", le[U(u)?.strokes[t]?.style ?? "solid"]), q(o, ` ${t ?? ""}`);
			}), W("click", r, () => F(s, `arrow:${t}`)), K(e, r);
		}), D(t), B(() => {
			Q(n, "aria-pressed", U(s) === "move"), Q(r, "aria-pressed", U(s) === "world");
		}), W("click", n, () => F(s, "move")), W("click", r, () => F(s, "world")), K(e, t);
	};
	J(fe, (e) => {
		n() || e(pe);
	});
	var me = z(fe, 2), he = (e) => {
		var t = lc(), n = I(t), r = R(n, !0), a = z(n, 2), o = I(a), s = z(o, 2);
		Y(z(s, 2), 16, () => [1, 2], (e) => e, (e, t) => {
			var n = cc(), r = R(n);
			B(() => q(r, `Keep only worlds within ${t ?? ""} ${t === 1 ? "step" : "steps"}`)), W("click", n, () => i.happen({
				kind: "generated",
				at: i.here,
				depth: t
			}, `within ${t} of ${i.hereText}`)), K(e, n);
		}), D(a), D(t), B(() => q(r, i.drawing.message)), W("click", o, () => i.happen({ kind: "contract" }, "bisimilar worlds merged")), W("click", s, () => i.happen({
			kind: "generated",
			at: i.here
		}, "reachable worlds")), K(e, t);
	};
	J(me, (e) => {
		i.drawing && e(he);
	});
	var ge = z(me, 2);
	let w;
	var _e = I(ge), ve = I(_e);
	Y(ve, 19, () => U(h), ({ link: e, curve: t }, n) => `${e.source} ${e.target} ${e.kind} ${e.agents} ${n}`, (e, t) => {
		let n = () => U(t).link, r = () => U(t).curve, i = /* @__PURE__ */ M(() => U(v) !== null && !(U(v).has(n().source) && (U(v).has(n().target) || n().target >= U(p).length)));
		var a = mc();
		let o;
		var s = I(a);
		Y(s, 17, () => tc(r(), n().agents.length), Vr, (e, t, r) => {
			let i = /* @__PURE__ */ M(() => U(u).strokes[n().agents[r]]);
			var a = dc(), o = L(a), s = z(o), c = (e) => {
				var n = uc();
				B((e) => {
					Q(n, "points", e), Q(n, "fill", U(i).colour);
				}, [() => nc(U(t))]), K(e, n);
			};
			J(s, (e) => {
				n().kind !== "line" && e(c);
			});
			var l = z(s), d = (e) => {
				var n = uc();
				B((e) => {
					Q(n, "points", e), Q(n, "fill", U(i).colour);
				}, [() => nc(rc(U(t)))]), K(e, n);
			};
			J(l, (e) => {
				n().kind === "both" && e(d);
			}), B((e) => {
				Q(o, "d", e), Q(o, "stroke", U(i).colour), Q(o, "stroke-width", U(i).width), Q(o, "stroke-dasharray", le[U(i).style]);
			}, [() => ec(U(t))]), K(e, a);
		});
		var l = z(s), d = (e) => {
			var t = pc();
			Y(t, 22, () => n().agents, (e) => e, (e, t, r) => {
				var i = fc(), a = R(i);
				B(() => {
					Q(i, "fill", U(u).strokes[t].colour), q(a, `${t ?? ""}${U(r) < n().agents.length - 1 ? ", " : ""}`);
				}), K(e, i);
			}), D(t), B(() => {
				Q(t, "x", n().label[0]), Q(t, "y", -n().label[1]);
			}), K(e, t);
		}, f = /* @__PURE__ */ M(() => n().label && !(U(c) && [n().source, n().target].some((e) => U(p)[e]?.name === U(c)?.name)));
		J(l, (e) => {
			U(f) && e(d);
		}), D(a), B(() => o = ni(a, 0, "svelte-baybvi", null, o, { faded: U(i) })), K(e, a);
	}), Y(z(ve), 17, () => U(m), Vr, (e, t) => {
		var n = hc(), r = L(n), i = z(r);
		Y(i, 22, () => U(t).agents, (e) => e, (e, n, r) => {
			var i = fc(), a = R(i);
			B(() => {
				Q(i, "fill", U(u).strokes[n].colour), q(a, `${n ?? ""}${U(r) < U(t).agents.length - 1 ? ", " : ""}`);
			}), K(e, i);
		}), D(i), B(() => {
			Q(r, "x", U(t).x - U(t).width / 2), Q(r, "y", U(t).y - U(t).height / 2), Q(r, "width", U(t).width), Q(r, "height", U(t).height), Q(i, "x", U(t).x), Q(i, "y", U(t).y);
		}), K(e, n);
	}), D(_e);
	var ye = z(_e);
	Y(ye, 19, () => U(p), (e) => e.name, (e, t, a) => {
		let o = /* @__PURE__ */ M(() => [
			...U(t).title,
			...U(t).atoms,
			...U(t).remarks
		]);
		var s = vc();
		let l;
		var u = I(s), d = (e) => {
			var n = gc();
			B(() => {
				Q(n, "x", -U(t).width / 2 - 4), Q(n, "y", -U(t).height / 2 - 4), Q(n, "width", U(t).width + 8), Q(n, "height", U(t).height + 8), Q(n, "rx", U(t).radius + 4);
			}), K(e, n);
		};
		J(u, (e) => {
			i.model.actual === U(t).name && e(d);
		});
		var f = z(u), p = z(f);
		Y(p, 17, () => U(o), Vr, (e, n, r) => {
			var i = _c();
			let a;
			var s = R(i, !0);
			B(() => {
				Q(i, "y", (r - (U(o).length - 1) / 2) * 15), a = ni(i, 0, "svelte-baybvi", null, a, {
					name: r < U(t).title.length,
					remark: r >= U(t).title.length + U(t).atoms.length
				}), q(s, U(n));
			}), K(e, i);
		});
		var m = R(z(p), !0);
		D(s), B((e, i, a, o, u, d) => {
			l = ni(s, 0, "world svelte-baybvi", null, l, {
				filled: e,
				faded: i,
				lit: a,
				selected: o,
				still: U(c)?.name === U(t).name
			}), Q(s, "transform", `translate(${U(t).x ?? ""} ${U(t).y ?? ""})`), Q(s, "role", n() && !r() ? "img" : "button"), Q(s, "tabindex", n() && !r() ? void 0 : 0), Q(s, "aria-label", u), Q(s, "aria-pressed", d), Q(f, "x", -U(t).width / 2), Q(f, "y", -U(t).height / 2), Q(f, "width", U(t).width), Q(f, "height", U(t).height), Q(f, "rx", U(t).radius), q(m, U(t).said);
		}, [
			() => U(g).has(U(a)),
			() => U(v) !== null && !U(v).has(U(a)) && U(a) !== U(_),
			() => i.lit.includes(U(t).name),
			() => r() ? r().includes(U(t).name) : i.selected === U(t).name,
			() => ce(U(t), U(a)),
			() => r() ? r().includes(U(t).name) : n() ? void 0 : i.selected === U(t).name
		]), W("keydown", s, (e) => oe(e, U(t).name)), K(e, s);
	});
	var be = z(ye), xe = (e) => {
		let t = /* @__PURE__ */ M(() => U(p).find((e) => e.name === U(l).from));
		var n = Ar(), r = L(n), i = (e) => {
			var n = yc();
			B(() => {
				Q(n, "x1", U(t).x), Q(n, "y1", U(t).y), Q(n, "x2", U(l).x), Q(n, "y2", U(l).y), Q(n, "stroke", U(u)?.strokes[U(f)]?.colour);
			}), K(e, n);
		};
		J(r, (e) => {
			U(t) && e(i);
		}), K(e, n);
	};
	J(be, (e) => {
		U(l) && e(xe);
	}), D(ge), Di(ge, (e) => o = e, () => o);
	var T = z(ge, 2), Se = (e) => {
		var t = xc(), n = z(I(t)), r = (e) => {
			var t = bc(), n = z(L(t));
			{
				let e = /* @__PURE__ */ M(() => i.checked.text.slice(i.checked.rows[i.part]?.start, i.checked.rows[i.part]?.end));
				za(n, { get text() {
					return U(e);
				} });
			}
			Te(), K(e, t);
		};
		J(n, (e) => {
			i.checked && e(r);
		});
		var a = z(n, 2);
		Y(a, 16, () => U(u)?.notes ?? [], (e) => e, (e, t) => {
			Te();
			var n = kr();
			B((e, t) => q(n, `${e ?? ""}${t ?? ""}.`), [() => t[0].toUpperCase(), () => t.slice(1)]), K(e, n);
		});
		var o = z(a, 2), s = (e) => {
			var t = kr();
			B(() => q(t, `Dimmed: not seen from ${i.hereText ?? ""}.`)), K(e, t);
		};
		J(o, (e) => {
			i.eye.length && e(s);
		}), D(t), K(e, t);
	};
	J(T, (e) => {
		n() || e(Se);
	}), D(ue), Di(ue, (e) => a = e, () => a), B(() => {
		de = ni(ue, 1, "frame svelte-baybvi", null, de, { plain: n() }), Q(ge, "viewBox", U(y)), Q(ge, "aria-label", `Picture of the model: ${U(p).length ?? ""} worlds`), w = ni(ge, 0, "svelte-baybvi", null, w, { drawing: U(f) || U(s) === "world" });
	}), W("pointerdown", ge, ee), W("pointermove", ge, te), W("pointerup", ge, ne), K(e, ue), A();
}
vr([
	"click",
	"pointerdown",
	"pointermove",
	"pointerup",
	"keydown"
]);
// src/parts/StoryCard.svelte
var Tc = /* @__PURE__ */ G("<span class=\"said svelte-198vmsd\"><!></span>"), Ec = /* @__PURE__ */ G("<li><button class=\"quiet svelte-198vmsd\"> <span class=\"pale\"> </span> <!></button></li>"), Dc = /* @__PURE__ */ G("<p><b>Answer:</b> </p>"), Oc = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"story-title\"><h2 id=\"story-title\"> </h2> <details><summary class=\"small\">The puzzle</summary> <p class=\"small\"> </p> <p class=\"small pale\"> </p></details> <ol class=\"svelte-198vmsd\"></ol> <div class=\"row\"><button>Back</button> <button class=\"primary\">Next step</button></div> <!></section>"), kc = {
	hash: "svelte-198vmsd",
	code: "ol.svelte-198vmsd {max-height:240px;margin:0;padding-left:22px;overflow:auto;}button.quiet.svelte-198vmsd {width:100%;vertical-align:top;text-align:left;font-size:14px;}.said.svelte-198vmsd {display:block;color:var(--accent);max-height:3em;overflow:hidden;overflow-wrap:anywhere;}[aria-current].svelte-198vmsd {background:var(--accent-soft);}"
};
function Ac(e, t) {
	k(t, !0), X(e, kc);
	let n = /* @__PURE__ */ P(0);
	async function r(e) {
		F(n, e, !0);
		let { model: r, sentence: i, formula: a, kind: o } = t.story.steps[e];
		a && o === "holds" && await $.type(a), r && JSON.stringify(r) !== JSON.stringify($.model) && await $.become(r, i);
	}
	var i = Oc(), a = I(i), o = R(a, !0), s = z(a, 2), c = z(I(s), 2), l = R(c, !0), u = R(z(c, 2));
	D(s);
	var d = z(s, 2);
	Y(d, 21, () => t.story.steps, Vr, (e, t, i) => {
		var a = Ec(), o = I(a), s = I(o), c = z(s), l = R(c, !0), u = z(c, 2), d = (e) => {
			var n = Tc();
			za(I(n), { get text() {
				return U(t).formula;
			} }), D(n), K(e, n);
		};
		J(u, (e) => {
			U(t).formula && e(d);
		}), D(o), D(a), B((e) => {
			Q(o, "aria-current", i === U(n) ? "step" : void 0), q(s, `${U(t).sentence ?? ""} `), q(l, e);
		}, [() => U(t).worlds.toLocaleString("en")]), W("click", o, () => r(i)), K(e, a);
	}), D(d);
	var f = z(d, 2), p = I(f), m = z(p, 2);
	D(f);
	var h = z(f, 2), g = (e) => {
		var n = Dc(), r = z(I(n));
		D(n), B(() => q(r, ` ${t.story.conclusion ?? ""}`)), K(e, n);
	};
	J(h, (e) => {
		U(n) === t.story.steps.length - 1 && e(g);
	}), D(i), B(() => {
		q(o, t.story.title), q(l, t.story.statement), q(u, `Source: ${t.story.source ?? ""}`), p.disabled = U(n) === 0, m.disabled = U(n) === t.story.steps.length - 1;
	}), W("click", p, () => r(U(n) - 1)), W("click", m, () => r(U(n) + 1)), K(e, i), A();
}
vr(["click"]);
// src/parts/Timeline.svelte
var jc = /* @__PURE__ */ G("<span aria-hidden=\"true\">↳</span>"), Mc = /* @__PURE__ */ G("<li><button class=\"quiet svelte-l5gxhn\"><!> <span class=\"pale\"> </span></button></li>"), Nc = /* @__PURE__ */ G("<nav class=\"timeline svelte-l5gxhn\" aria-label=\"Timeline\"><ol class=\"svelte-l5gxhn\"></ol></nav>"), Pc = {
	hash: "svelte-l5gxhn",
	code: ".timeline.svelte-l5gxhn {border-top:1px solid var(--line);background:var(--ground);overflow-x:auto;}ol.svelte-l5gxhn {display:flex;gap:4px;margin:0;padding:6px 12px;list-style:none;}button.svelte-l5gxhn {max-width:260px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:13px;}[aria-current].svelte-l5gxhn {border-color:var(--accent);background:var(--paper);color:var(--accent);}"
};
function Fc(e, t) {
	k(t, !0), X(e, Pc);
	let n = /* @__PURE__ */ M(() => new Set($.moments.filter((e) => $.moments.some((t) => t.before === e.before && t.id < e.id)).map((e) => e.id)));
	var r = Nc(), i = I(r);
	Y(i, 21, () => $.moments, (e) => e.id, (e, t) => {
		var r = Mc(), i = I(r), a = I(i), o = (e) => {
			K(e, jc());
		}, s = /* @__PURE__ */ M(() => U(n).has(U(t).id));
		J(a, (e) => {
			U(s) && e(o);
		});
		var c = z(a), l = R(z(c), !0);
		D(i), D(r), B((e, n) => {
			Q(i, "aria-current", U(t).id === $.now ? "step" : void 0), Q(i, "title", e), q(c, ` ${U(t).label ?? ""} `), q(l, n);
		}, [() => U(n).has(U(t).id) ? `another way on from step ${U(t).before}` : void 0, () => Object.keys(U(t).model.worlds).length]), W("click", i, () => $.go(U(t).id)), K(e, r);
	}), D(i), D(r), K(e, r), A();
}
vr(["click"]);
// src/parts/Explore.svelte
var Ic = /* @__PURE__ */ G("<div class=\"problem full svelte-4ufa8d\" role=\"alert\"> </div>"), Lc = /* @__PURE__ */ G("<main><section class=\"stage svelte-4ufa8d\" aria-label=\"Model\"><!> <!></section> <aside aria-label=\"Questions and changes\" class=\"svelte-4ufa8d\"><!> <!> <!> <!> <!> <!></aside></main>"), Rc = {
	hash: "svelte-4ufa8d",
	code: "main.svelte-4ufa8d {display:grid;grid-template-columns:minmax(0, 1fr) 420px;min-height:0;}.stage.svelte-4ufa8d {display:grid;grid-template-rows:minmax(0, 1fr) auto;min-height:0;}aside.svelte-4ufa8d {display:grid;align-content:start;gap:12px;padding:12px 16px 24px;overflow-y:auto;border-left:1px solid var(--line);}.full.svelte-4ufa8d {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:13px;}main.slide.svelte-4ufa8d {grid-template-columns:1fr;}.slide.svelte-4ufa8d aside:where(.svelte-4ufa8d) {display:none;}\n\n  @media (max-width: 900px) {main.svelte-4ufa8d {grid-template-columns:minmax(0, 1fr);}.stage.svelte-4ufa8d {grid-template-rows:62vh auto;}aside.svelte-4ufa8d {border-left:0;padding:12px;}\n  }"
};
function zc(e, t) {
	k(t, !0), X(e, Rc);
	let n = Ai(t, "slide", 3, !1);
	var r = Lc();
	let i;
	var a = I(r), o = I(a);
	wc(o, {}), Fc(z(o, 2), {}), D(a);
	var s = z(a, 2), c = I(s), l = (e) => {
		Ac(e, { get story() {
			return $.story;
		} });
	};
	J(c, (e) => {
		$.story && e(l);
	});
	var u = z(c, 2);
	Ns(u, {});
	var d = z(u, 2), f = (e) => {
		var t = Ic(), n = R(t, !0);
		B(() => q(n, $.refused.full ?? $.refused.message)), K(e, t);
	};
	J(d, (e) => {
		$.refused && e(f);
	});
	var p = z(d, 2);
	es(p, {});
	var m = z(p, 2);
	xo(m, {}), Qs(z(m, 2), {}), D(s), D(r), B(() => i = ni(r, 1, "svelte-4ufa8d", null, i, { slide: n() })), K(e, r), A();
}
// src/Widget.svelte
var Bc = /* @__PURE__ */ G("<div class=\"widget svelte-gxf5w3\"><!> <!></div>"), Vc = {
	hash: "svelte-gxf5w3",
	code: ".widget.svelte-gxf5w3 {display:grid;grid-template-rows:auto minmax(0, 1fr);gap:8px;height:640px;padding:8px;container-type:inline-size;}"
};
function Hc(e) {
	X(e, Vc);
	let t = /* @__PURE__ */ P(!1);
	var n = Bc(), r = I(n);
	fo(r, {
		get slide() {
			return U(t);
		},
		set slide(e) {
			F(t, e, !0);
		}
	}), zc(z(r, 2), { get slide() {
		return U(t);
	} }), D(n), K(e, n);
}
// src/widget.ts
var Uc = /* @__PURE__ */ new Map(), Wc = 0;
function Gc({ model: e }) {
	e.on("msg:custom", (e) => {
		let { id: t, status: n, text: r } = e;
		Uc.get(t)?.(new Response(r, { status: n })), Uc.delete(t);
	}), zi((t, n, r) => {
		let i = Wc++;
		return e.send({
			id: i,
			route: t,
			body: JSON.stringify(n)
		}), new Promise((e, t) => {
			Uc.set(i, e), r.addEventListener("abort", () => {
				Uc.delete(i), t(r.reason);
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
function Kc({ el: e }) {
	let t = e.attachShadow({ mode: "open" }), n = document.createElement("style");
	n.textContent = `${wa.replaceAll(":root", ":host")} :host { display: block; color: var(--ink); background: var(--ground); font: 15px/1.45 var(--sans); text-align: left; }`, t.append(n);
	let r = Fr(Hc, { target: t.appendChild(document.createElement("div")) });
	return () => void zr(r);
}
var qc = {
	initialize: Gc,
	render: Kc
};
export { qc as default };

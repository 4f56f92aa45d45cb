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
var h = 1024, g = 2048, _ = 4096, v = 8192, y = 16384, b = 32768, x = 1 << 25, S = 65536, C = 1 << 19, w = 1 << 20, ee = 1 << 25, te = 1 << 21, ne = 1 << 22, re = 1 << 23, ie = Symbol("$state"), ae = Symbol("component"), oe = Symbol("legacy props"), se = Symbol(""), ce = Symbol("attributes"), le = Symbol("class"), ue = Symbol("style"), de = Symbol("text"), fe = Symbol("form reset"), pe = new class extends Error {
	name = "StaleReactionError";
	message = "The reaction that called `getAbortSignal()` was re-run or destroyed";
}(), me = !!globalThis.document?.contentType && /* @__PURE__ */ globalThis.document.contentType.includes("xml"), he = {}, T = Symbol("uninitialized"), ge = "http://www.w3.org/1999/xhtml";
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
	if (e === null) throw ve(), he;
	return D = e;
}
function Ce() {
	return Se(/* @__PURE__ */ nn(D));
}
function O(e) {
	if (E) {
		if (/* @__PURE__ */ nn(D) !== null) throw ve(), he;
		D = e;
	}
}
function we(e = 1) {
	if (E) {
		for (var t = e, n = D; t--;) n = /* @__PURE__ */ nn(n);
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
		var i = /* @__PURE__ */ nn(n);
		e && n.remove(), n = i;
	}
}
function Ee(e) {
	if (!e || e.nodeType !== 8) throw ve(), he;
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
// node_modules/svelte/src/internal/client/context.js
var He = null;
function Ue(e) {
	He = e;
}
function k(e, t = !1, n) {
	He = {
		p: He,
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
	var t = He, n = t.e;
	if (n !== null) {
		t.e = null;
		for (var r of n) gn(r);
	}
	return e !== void 0 && (t.x = e), t.i = !0, He = t.p, We(e);
}
function We(e = {}) {
	return i(e, ae, { value: !0 }), e;
}
function Ge() {
	return !0;
}
// node_modules/svelte/src/internal/client/dom/task.js
var Ke = [];
function qe() {
	var e = Ke;
	Ke = [], f(e);
}
function Je(e) {
	if (Ke.length === 0 && !xt) {
		var t = Ke;
		queueMicrotask(() => {
			t === Ke && qe();
		});
	}
	Ke.push(e);
}
function Ye() {
	for (; Ke.length > 0;) qe();
}
// node_modules/svelte/src/internal/client/reactivity/status.js
var Xe = ~(g | _ | h);
function j(e, t) {
	e.f = e.f & Xe | t;
}
function Ze(e) {
	e.f & 512 || e.deps === null ? j(e, h) : j(e, _);
}
// node_modules/svelte/src/internal/client/reactivity/utils.js
function Qe(e, t) {
	e.f & 2048 ? t.set(e, g) : e.f & 4096 && t.get(e) !== 2048 && t.set(e, _), j(e, h);
}
// node_modules/svelte/src/internal/client/dom/elements/misc.js
function $e(e) {
	E && /* @__PURE__ */ tn(e) !== null && rn(e);
}
var et = !1;
function tt() {
	et || (et = !0, document.addEventListener("reset", (e) => {
		Promise.resolve().then(() => {
			if (!e.defaultPrevented) for (let t of e.target.elements) t[fe]?.();
		});
	}, { capture: !0 }));
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/shared.js
function nt(e) {
	var t = V, n = H;
	Rn(null), zn(null);
	try {
		return e();
	} finally {
		Rn(t), zn(n);
	}
}
function rt(e, t, n, r = n) {
	e.addEventListener(t, () => nt(n));
	let i = e[fe];
	e[fe] = i ? () => {
		i(), r(!0);
	} : () => r(!0), tt();
}
// node_modules/svelte/src/internal/client/reactivity/async.js
function it(e, t, n, r) {
	let i = Ge() ? ct : dt;
	var a = e.filter((e) => !e.settled), o = t.map(i);
	if (n.length === 0 && a.length === 0) {
		r(o);
		return;
	}
	var s = H, c = at(), l = a.length === 1 ? a[0].promise : a.length > 1 ? Promise.all(a.map((e) => e.promise)) : null;
	function u(e) {
		if (!(s.f & 16384)) {
			c();
			try {
				r([...o, ...e]);
			} catch (e) {
				ln(e, s);
			}
			ot();
		}
	}
	var d = st();
	if (n.length === 0) {
		l.then(() => u([])).finally(d);
		return;
	}
	function f() {
		Promise.all(n.map((e) => /* @__PURE__ */ ut(e))).then(u).catch((e) => ln(e, s)).finally(d);
	}
	l ? l.then(() => {
		s.f & 16384 ? d() : (c(), f(), ot());
	}) : f();
}
function at() {
	var e = H, t = V, n = He, r = N;
	return function(i = !0) {
		zn(e), Rn(t), Ue(n), i && !(e.f & 16384) && (r?.activate(), r?.apply());
	};
}
function ot(e = !0) {
	zn(null), Rn(null), Ue(null), e && N?.deactivate();
}
function st() {
	var e = H, t = e.b, n = N, r = !!t?.is_rendered();
	return t?.update_pending_count(1, n), n.increment(r, e), () => {
		t?.update_pending_count(-1, n), n.decrement(r, e);
	};
}
/*#__NO_SIDE_EFFECTS__*/
function ct(e) {
	var t = 2 | g;
	return H !== null && (H.f |= C), {
		ctx: He,
		deps: null,
		effects: null,
		equals: De,
		f: t,
		fn: e,
		reactions: null,
		rv: 0,
		v: T,
		wv: 0,
		parent: H,
		ac: null
	};
}
var lt = Symbol("obsolete");
/*#__NO_SIDE_EFFECTS__*/
function ut(e, t, n) {
	let r = H;
	r === null && je();
	var i = void 0, a = Rt(T), o = !V, s = /* @__PURE__ */ new Set();
	return yn(() => {
		var t = H, n = p();
		i = n.promise;
		try {
			Promise.resolve(e()).then(n.resolve, (e) => {
				e !== pe && n.reject(e);
			}).finally(ot);
		} catch (e) {
			n.reject(e), ot();
		}
		var c = N;
		if (o) {
			if (t.f & 32768) var l = st();
			if (r.b?.is_rendered()) c.async_deriveds.get(t)?.reject(lt);
			else for (let e of s.values()) e.reject(lt);
			s.add(n), c.async_deriveds.set(t, n);
		}
		let u = (e, t = void 0) => {
			l?.(), s.delete(n), t !== lt && (c.activate(), t ? (a.f |= re, Ht(a, t)) : (a.f & 8388608 && (a.f ^= re), Ht(a, e)), c.deactivate());
		};
		n.promise.then(u, (e) => u(null, e || "unknown"));
	}), mn(() => {
		for (let e of s) e.reject(lt);
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
	let t = /* @__PURE__ */ ct(e);
	return Vn(t), t;
}
/*#__NO_SIDE_EFFECTS__*/
function dt(e) {
	let t = /* @__PURE__ */ ct(e);
	return t.equals = ke, t;
}
function ft(e) {
	var t = e.effects;
	if (t !== null) {
		e.effects = null;
		for (var n = 0; n < t.length; n += 1) En(t[n]);
	}
}
function pt(e) {
	var t, n = H, r = e.parent;
	if (!Fn && r !== null && e.v !== T && r.f & 24576) return _e(), e.v;
	zn(r);
	try {
		ft(e), t = $n(e);
	} finally {
		zn(n);
	}
	return t;
}
function mt(e) {
	var t = pt(e);
	!e.equals(t) && (e.wv = Xn(), (!N?.is_fork || e.deps === null) && (N === null ? e.v = t : (N.capture(e, t, !0), vt?.capture(e, t, !0)), e.deps === null)) ? j(e, h) : Fn || (yt === null ? Ze(e) : (pn() || N?.is_fork) && yt.set(e, t));
}
function ht(e) {
	if (e.effects !== null) for (let t of e.effects) (t.teardown || t.ac) && (t.teardown?.(), t.ac !== null && nt(() => {
		t.ac.abort(pe), t.ac = null;
	}), t.fn !== null && (t.teardown = d), nr(t, 0), wn(t));
}
function gt(e) {
	if (e.effects !== null) for (let t of e.effects) t.teardown && t.fn !== null && rr(t);
}
// node_modules/svelte/src/internal/client/reactivity/batch.js
var _t = null, N = null, vt = null, yt = null, bt = null, xt = !1, St = !1, Ct = null, wt = null, Tt = 0, Et = 1, Dt = class e {
	id = Et++;
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
		_t === null ? _t = this : (_t.next = this, this.prev = _t), _t = this;
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
		for (var t = Ct = [], n = [], r = wt = []; this.#a.length > 0;) {
			Tt++ > 1e3 && (this.#b(), kt());
			for (let e of this.#p()) try {
				this.#h(e, t, n);
			} catch (t) {
				throw Pt(e), this.#d() || this.discard(), t;
			}
		}
		if (N = null, r.length > 0) {
			var i = e.ensure();
			for (let e of r) i.schedule(e);
		}
		if (Ct = null, wt = null, this.#d()) {
			this.#y(n), this.#y(t);
			for (let [e, t] of this.#c) Nt(e, t);
			r.length > 0 && N.#m();
			return;
		}
		let a = this.#g();
		if (a) this.#y(n), this.#y(t), a.#v(this);
		else {
			this.#s.clear();
			for (let e of this.#e) e(this);
			this.#e.clear(), vt = this, jt(n), jt(t), vt = null, this.#i?.resolve();
			var o = N;
			this.#n === 0 && (this.#a.length === 0 || o !== null) && this.#b(), o !== null && (It.clear(), o.#m());
		}
	}
	#h(e, t, n) {
		e.f ^= h;
		for (var r = e.first; r !== null;) {
			var i = r.f, a = !!(i & 96);
			if (!(a && i & 1024 || i & 8192 || this.#c.has(r)) && r.fn !== null) {
				a ? r.f ^= h : i & 4 ? t.push(r) : Zn(r) && (i & 16 && this.add_dirty_reaction(r, _), rr(r));
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
		for (var t = 0; t < e.length; t += 1) Qe(e[t], this.#s);
	}
	capture(e, t, n = !1) {
		e.v !== T && !this.previous.has(e) && this.previous.set(e, e.v), e.f & 8388608 || (this.current.set(e, [t, n]), yt?.set(e, t)), this.is_fork || (e.v = t);
	}
	activate() {
		N = this;
	}
	deactivate() {
		N = null, yt = null;
	}
	flush() {
		try {
			St = !0, N = this, this.#m();
		} finally {
			Tt = 0, bt = null, Ct = null, wt = null, St = !1, N = null, yt = null, It.clear();
		}
	}
	discard() {
		for (let e of this.#t) e(this);
		this.#t.clear();
		for (let e of this.async_deriveds.values()) e.reject(lt);
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
		this.#u || (this.#u = !0, Je(() => {
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
			!St && !xt && Je(() => {
				t.started || t.flush();
			});
		}
		return N;
	}
	apply() {
		yt = null;
	}
	schedule(e) {
		bt = e, e.b?.is_pending && e.f & 16777228 && !(e.f & 32768) ? e.b.defer_effect(e) : this.#a.push(e);
	}
	#b() {
		if (this.linked) {
			var e = this.prev, t = this.next;
			e === null || (e.next = t), t === null ? _t = e : t.prev = e, this.linked = !1;
		}
	}
};
function Ot(e) {
	var t = xt, n = vt;
	vt = null, xt = !0;
	try {
		var r;
		for (e && (Ot(), r = e());;) {
			if (Ye(), N === null) return r;
			N.flush();
		}
	} finally {
		xt = t, vt = n;
	}
}
function kt() {
	try {
		Ie();
	} catch (e) {
		ln(e, bt);
	}
}
var At = null;
function jt(e) {
	var t = e.length;
	if (t !== 0) {
		for (var n = 0; n < t;) {
			var r = e[n++];
			if (!(r.f & 24576) && Zn(r) && (At = /* @__PURE__ */ new Set(), rr(r), r.deps === null && r.first === null && r.nodes === null && r.teardown === null && r.ac === null && On(r), At?.size > 0)) {
				It.clear();
				for (let e of At) {
					if (e.f & 24576) continue;
					let t = [e], n = e.parent;
					for (; n !== null;) At.has(n) && (At.delete(n), t.push(n)), n = n.parent;
					for (let e = t.length - 1; e >= 0; e--) {
						let n = t[e];
						n.f & 24576 || rr(n);
					}
				}
				At.clear();
			}
		}
		At = null;
	}
}
function Mt(e) {
	N.schedule(e);
}
function Nt(e, t) {
	if (!(e.f & 32 && e.f & 1024)) {
		e.f & 2048 ? t.d.push(e) : e.f & 4096 && t.m.push(e), j(e, h);
		for (var n = e.first; n !== null;) Nt(n, t), n = n.next;
	}
}
function Pt(e) {
	j(e, h);
	for (var t = e.first; t !== null;) Pt(t), t = t.next;
}
// node_modules/svelte/src/internal/client/reactivity/sources.js
var Ft = /* @__PURE__ */ new Set(), It = /* @__PURE__ */ new Map(), Lt = !1;
function Rt(e, t) {
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
function P(e, t) {
	let n = Rt(e, t);
	return Vn(n), n;
}
/*#__NO_SIDE_EFFECTS__*/
function zt(e, t = !1, n = !0) {
	let r = Rt(e);
	return t || (r.equals = ke), r;
}
function F(e, t, n = !1) {
	return V !== null && (!Ln || V.f & 131072) && Ge() && V.f & 4325394 && (Bn === null || !Bn.has(e)) && Be(), Ht(e, n ? Kt(t) : t, wt);
}
var Bt = null, Vt = 0;
function Ht(e, t, n = null) {
	if (!e.equals(t)) {
		Fn ? It.set(e, t) : It.has(e) || It.set(e, e.v);
		var r = Dt.ensure();
		if (r.capture(e, t), e.f & 2) {
			let t = e;
			e.f & 2048 && pt(t), yt === null && Ze(t);
		}
		e.wv = Xn(), Bt = null, Vt = 0, Gt(e, g, n), Bt = null, Ge() && H !== null && H.f & 1024 && !(H.f & 96) && (Wn === null ? Gn([e]) : Wn.push(e)), !r.is_fork && Ft.size > 0 && !Lt && Ut();
	}
	return t;
}
function Ut() {
	Lt = !1;
	for (let e of Ft) {
		e.f & 1024 && j(e, _);
		let t;
		try {
			t = Zn(e);
		} catch {
			t = !0;
		}
		t && rr(e);
	}
	Ft.clear();
}
function Wt(e) {
	F(e, e.v + 1);
}
function Gt(e, t, n) {
	var r = e.reactions;
	if (r !== null) {
		var i = Ge(), a = r.length;
		if (Vt += a, Vt > 1e5 && Bt === null && (Bt = /* @__PURE__ */ new Set()), Bt !== null) {
			if (Bt.has(e)) return;
			Bt.add(e);
		}
		for (var o = 0; o < a; o++) {
			var s = r[o], c = s.f;
			if (i || s !== H) {
				var l = (c & g) === 0;
				if (l && j(s, t), c & 131072) Ft.add(s);
				else if (c & 2) {
					var u = s;
					yt?.delete(u), Gt(u, _, n);
				} else if (l) {
					var d = s;
					c & 16 && At !== null && At.add(d), n === null ? Mt(d) : n.push(d);
				}
			}
		}
	}
}
function Kt(t) {
	if (typeof t != "object" || !t || ie in t || ae in t) return t;
	let n = l(t);
	if (n !== s && n !== c) return t;
	var r = /* @__PURE__ */ new Map(), i = e(t), o = /* @__PURE__ */ P(0), u = null, d = Jn, f = (e) => {
		if (Jn === d) return e();
		var t = V, n = Jn;
		Rn(null), Yn(d);
		var r = e();
		return Rn(t), Yn(n), r;
	};
	return i && r.set("length", /* @__PURE__ */ P(t.length, u)), new Proxy(t, {
		defineProperty(e, t, n) {
			"value" in n && n.configurable !== !1 && n.enumerable !== !1 && n.writable !== !1 || Re();
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
					let e = f(() => /* @__PURE__ */ P(T, u));
					r.set(t, e), Wt(o);
				}
			} else F(n, T), Wt(o);
			return !0;
		},
		get(e, n, i) {
			if (n === ie) return t;
			var o = r.get(n), s = n in e;
			if (o === void 0 && (!s || a(e, n)?.writable) && (o = f(() => /* @__PURE__ */ P(Kt(s ? e[n] : T), u)), r.set(n, o)), o !== void 0) {
				var c = U(o);
				return c === T ? void 0 : c;
			}
			return Reflect.get(e, n, i);
		},
		getOwnPropertyDescriptor(e, t) {
			this.has?.(e, t);
			var n = Reflect.getOwnPropertyDescriptor(e, t), i = r.get(t);
			if (i !== void 0) {
				var a = U(i);
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
			if (t === ie) return !0;
			var n = r.get(t), i = n !== void 0 && n.v !== T || Reflect.has(e, t);
			return (n !== void 0 || (H !== null || V !== null) && (!i || a(e, t)?.writable)) && (n === void 0 && (n = f(() => /* @__PURE__ */ P(i ? Kt(e[t]) : T, u)), r.set(t, n)), U(n) === T) ? !1 : i;
		},
		set(e, t, n, s) {
			var c = r.get(t), l = t in e;
			if (i && t === "length") for (var d = n; d < c.v; d += 1) {
				var p = r.get(d + "");
				p === void 0 ? d in e && (p = f(() => /* @__PURE__ */ P(T, u)), r.set(d + "", p)) : F(p, T);
			}
			if (c === void 0) (!l || a(e, t)?.writable) && (c = f(() => /* @__PURE__ */ P(void 0, u)), F(c, Kt(n)), r.set(t, c));
			else {
				l = c.v !== T;
				var m = f(() => Kt(n));
				F(c, m);
			}
			var h = Reflect.getOwnPropertyDescriptor(e, t);
			if (h?.set && h.set.call(s, n), !l) {
				if (i && typeof t == "string") {
					var g = r.get("length"), _ = Number(t);
					Number.isInteger(_) && _ >= g.v && F(g, _ + 1);
				}
				Wt(o);
			}
			return !0;
		},
		ownKeys(e) {
			U(o);
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
function qt(e) {
	try {
		if (typeof e == "object" && e && ie in e) return e[ie];
	} catch {}
	return e;
}
function Jt(e, t) {
	return Object.is(qt(e), qt(t));
}
var Yt, Xt, Zt, Qt;
function $t() {
	if (Yt === void 0) {
		Yt = window, Xt = /Firefox/.test(navigator.userAgent);
		var e = Element.prototype, t = Node.prototype, n = Text.prototype;
		Zt = a(t, "firstChild").get, Qt = a(t, "nextSibling").get, u(e) && (e[le] = void 0, e[ce] = null, e[ue] = void 0, e.__e = void 0), u(n) && (n[de] = void 0);
	}
}
function en(e = "") {
	return document.createTextNode(e);
}
/*@__NO_SIDE_EFFECTS__*/
function tn(e) {
	return Zt.call(e);
}
/*@__NO_SIDE_EFFECTS__*/
function nn(e) {
	return Qt.call(e);
}
function I(e, t) {
	if (!E) return /* @__PURE__ */ tn(e);
	var n = /* @__PURE__ */ tn(D);
	if (n === null) n = D.appendChild(en());
	else if (t && n.nodeType !== 3) {
		var r = en();
		return n?.before(r), Se(r), r;
	}
	return t && sn(n), Se(n), n;
}
function L(e, t = !1) {
	if (!E) {
		var n = /* @__PURE__ */ tn(e);
		return n instanceof Comment && n.data === "" ? /* @__PURE__ */ nn(n) : n;
	}
	if (t) {
		if (D?.nodeType !== 3) {
			var r = en();
			return D?.before(r), Se(r), r;
		}
		sn(D);
	}
	return D;
}
function R(e, t = !1) {
	if (!E) return /* @__PURE__ */ tn(e);
	var n = I(e, t);
	return O(e), n;
}
function z(e, t = 1, n = !1) {
	let r = E ? D : e;
	for (var i; t--;) i = r, r = /* @__PURE__ */ nn(r);
	if (!E) return r;
	if (n) {
		if (r?.nodeType !== 3) {
			var a = en();
			return r === null ? i?.after(a) : r.before(a), Se(a), a;
		}
		sn(r);
	}
	return Se(r), r;
}
function rn(e) {
	e.textContent = "";
}
function an() {
	return !1;
}
function on(e, t, n) {
	return t == null || t === "http://www.w3.org/1999/xhtml" ? n ? document.createElement(e, { is: n }) : document.createElement(e) : n ? document.createElementNS(t, e, { is: n }) : document.createElementNS(t, e);
}
function sn(e) {
	if (e.nodeValue.length < 65536) return;
	let t = e.nextSibling;
	for (; t !== null && t.nodeType === 3;) t.remove(), e.nodeValue += t.nodeValue, t = e.nextSibling;
}
function cn(e) {
	var t = H;
	if (t === null) return V.f |= re, e;
	if (!(t.f & 32768) && !(t.f & 4)) throw e;
	ln(e, t);
}
function ln(e, t) {
	if (e === he) throw e;
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
function un(e) {
	H === null && (V === null && Fe(e), Pe()), Fn && Ne(e);
}
function dn(e, t) {
	var n = t.last;
	n === null ? t.last = t.first = e : (n.next = e, e.prev = n, t.last = e);
}
function fn(e, t) {
	var n = H;
	n !== null && n.f & 8192 && (e |= v);
	var r = {
		ctx: He,
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
	if (e & 4) Ct === null ? Dt.ensure().schedule(r) : Ct.push(r);
	else if (t !== null) {
		try {
			rr(r);
		} catch (e) {
			throw En(r), e;
		}
		i.deps === null && i.teardown === null && i.nodes === null && i.first === i.last && !(i.f & 524288) && (i = i.first, e & 16 && e & 65536 && i !== null && (i.f |= S));
	}
	if (i !== null && (i.parent = n, n !== null && dn(i, n), V !== null && V.f & 2 && !(e & 64))) {
		var a = V;
		(a.effects ??= []).push(i);
	}
	return r;
}
function pn() {
	return V !== null && !Ln;
}
function mn(e) {
	let t = fn(8, null);
	return j(t, h), t.teardown = e, t;
}
function hn(e) {
	un("$effect");
	var t = H.f;
	if (!V && t & 32 && He !== null && !He.i) {
		var n = He;
		(n.e ??= []).push(e);
	} else return gn(e);
}
function gn(e) {
	return fn(4 | w, e);
}
function _n(e) {
	Dt.ensure();
	let t = fn(64 | C, e);
	return (e = {}) => new Promise((n) => {
		e.outro ? kn(t, () => {
			En(t), n(void 0);
		}) : (En(t), n(void 0));
	});
}
function vn(e) {
	return fn(4, e);
}
function yn(e) {
	return fn(ne | C, e);
}
function bn(e, t = 0) {
	return fn(8 | t, e);
}
function B(e, t = [], n = [], r = []) {
	it(r, t, n, (t) => {
		fn(8, () => {
			e(...t.map(U));
		});
	});
}
function xn(e, t = 0) {
	return fn(16 | t, e);
}
function Sn(e) {
	return fn(32 | C, e);
}
function Cn(e) {
	var t = e.teardown;
	if (t !== null) {
		let n = Fn, r = V;
		In(!0), Rn(null);
		try {
			t.call(null);
		} catch (t) {
			ln(t, e.parent);
		} finally {
			In(n), Rn(r);
		}
	}
}
function wn(e, t = !1) {
	var n = e.first;
	for (e.first = e.last = null; n !== null;) {
		let e = n.ac;
		e !== null && nt(() => {
			e.abort(pe);
		});
		var r = n.next;
		n.f & 64 ? n.parent = null : En(n, t), n = r;
	}
}
function Tn(e) {
	for (var t = e.first; t !== null;) {
		var n = t.next;
		t.f & 32 || En(t), t = n;
	}
}
function En(e, t = !0) {
	var n = !1;
	(t || e.f & 262144) && e.nodes !== null && e.nodes.end !== null && (Dn(e.nodes.start, e.nodes.end), n = !0), e.f |= x, wn(e, t && !n), nr(e, 0);
	var r = e.nodes && e.nodes.t;
	if (r !== null) for (let e of r) e.stop();
	Cn(e), e.f ^= x, e.f |= y;
	var i = e.parent;
	i !== null && i.first !== null && On(e), e.next = e.prev = e.teardown = e.ctx = e.deps = e.fn = e.nodes = e.ac = e.b = null;
}
function Dn(e, t) {
	for (; e !== null;) {
		var n = e === t ? null : /* @__PURE__ */ nn(e);
		e.remove(), e = n;
	}
}
function On(e) {
	var t = e.parent, n = e.prev, r = e.next;
	n !== null && (n.next = r), r !== null && (r.prev = n), t !== null && (t.first === e && (t.first = r), t.last === e && (t.last = n));
}
function kn(e, t, n = !0) {
	var r = [];
	e.f |= 256, An(e, r, !0);
	var i = () => {
		n && En(e), t && t();
	}, a = r.length;
	if (a > 0) {
		var o = () => --a || i();
		for (var s of r) s.out(o);
	} else i();
}
function An(e, t, n) {
	if (!(e.f & 8192)) {
		e.f ^= v;
		var r = e.nodes && e.nodes.t;
		if (r !== null) for (let e of r) (e.is_global || n) && t.push(e);
		for (var i = e.first; i !== null;) {
			var a = i.next;
			if (!(i.f & 64)) {
				var o = !!(i.f & 65536) || !!(i.f & 32) && !!(e.f & 16);
				An(i, t, o ? n : !1);
			}
			i = a;
		}
	}
}
function jn(e) {
	e.f &= -257, Mn(e, !0);
}
function Mn(e, t) {
	if (!(e.f & 256) && e.f & 8192) {
		e.f ^= v, e.f & 1024 || (j(e, g), Dt.ensure().schedule(e));
		for (var n = e.first; n !== null;) {
			var r = n.next, i = !!(n.f & 65536) || !!(n.f & 32);
			Mn(n, i ? t : !1), n = r;
		}
		var a = e.nodes && e.nodes.t;
		if (a !== null) for (let e of a) (e.is_global || t) && e.in();
	}
}
function Nn(e, t) {
	if (e.nodes) for (var n = e.nodes.start, r = e.nodes.end; n !== null;) {
		var i = n === r ? null : /* @__PURE__ */ nn(n);
		t.append(n), n = i;
	}
}
// node_modules/svelte/src/internal/client/legacy.js
var Pn = null, Fn = !1;
function In(e) {
	Fn = e;
}
var V = null, Ln = !1;
function Rn(e) {
	V = e;
}
var H = null;
function zn(e) {
	H = e;
}
var Bn = null;
function Vn(e) {
	V !== null && (V.f & 2097152 || V.f & 2) && (Bn ??= /* @__PURE__ */ new Set()).add(e);
}
var Hn = null, Un = 0, Wn = null;
function Gn(e) {
	Wn = e;
}
var Kn = 1, qn = 0, Jn = qn;
function Yn(e) {
	Jn = e;
}
function Xn() {
	return ++Kn;
}
function Zn(e) {
	var t = e.f;
	if (t & 2048) return !0;
	if (t & 4096) {
		for (var n = e.deps, r = n.length, i = 0; i < r; i++) {
			var a = n[i];
			if (Zn(a) && mt(a), a.wv > e.wv) return !0;
		}
		t & 512 && yt === null && j(e, h);
	}
	return !1;
}
function Qn(e, t, n = !0) {
	var r = e.reactions;
	if (r !== null && !(Bn !== null && Bn.has(e))) for (var i = 0; i < r.length; i++) {
		var a = r[i];
		a.f & 2 ? Qn(a, t, !1) : t === a && (n ? j(a, g) : a.f & 1024 && j(a, _), Mt(a));
	}
}
function $n(e) {
	var t = Hn, n = Un, r = Wn, i = V, a = Bn, o = He, s = Ln, c = Jn, l = e.f;
	Hn = null, Un = 0, Wn = null, V = l & 96 ? null : e, Bn = null, Ue(e.ctx), Ln = !1, Jn = ++qn, e.ac !== null && (nt(() => {
		e.ac.abort(pe);
	}), e.ac = null);
	try {
		e.f |= te;
		var u = e.fn, d = u();
		e.f |= b;
		var f = er(e);
		if (Ge() && Wn !== null && !Ln && f !== null && !(e.f & 6146)) for (var p = 0; p < Wn.length; p++) Qn(Wn[p], e);
		if (i !== null && i !== e) {
			if (qn++, i.deps !== null) for (let e = 0; e < n; e += 1) i.deps[e].rv = qn;
			if (t !== null) for (let e of t) e.rv = qn;
			Wn !== null && (r === null ? r = Wn : r.push(...Wn));
		}
		return e.f & 8388608 && (e.f ^= re), d;
	} catch (t) {
		return er(e), cn(t);
	} finally {
		e.f ^= te, Hn = t, Un = n, Wn = r, V = i, Bn = a, Ue(o), Ln = s, Jn = c;
	}
}
function er(e) {
	var t = e.deps, n = N?.is_fork;
	if (Hn !== null) {
		var r;
		if (n || nr(e, Un), t !== null && Un > 0) for (t.length = Un + Hn.length, r = 0; r < Hn.length; r++) t[Un + r] = Hn[r];
		else e.deps = t = Hn;
		if (pn() && e.f & 512) for (r = Un; r < t.length; r++) (t[r].reactions ??= []).push(e);
	} else !n && t !== null && Un < t.length && (nr(e, Un), t.length = Un);
	return t;
}
function tr(e, r) {
	let i = r.reactions;
	if (i !== null) {
		var a = t.call(i, e);
		if (a !== -1) {
			var o = i.length - 1;
			o === 0 ? i = r.reactions = null : (i[a] = i[o], i.pop());
		}
	}
	if (i === null && r.f & 2 && (Hn === null || !n.call(Hn, r))) {
		var s = r;
		s.f & 512 && (s.f ^= 512), s.v !== T && Ze(s), s.ac !== null && nt(() => {
			s.ac.abort(pe), s.ac = null, j(s, g);
		}), ht(s), nr(s, 0);
	}
}
function nr(e, t) {
	var n = e.deps;
	if (n !== null) for (var r = t; r < n.length; r++) tr(e, n[r]);
}
function rr(e) {
	var t = e.f;
	if (!(t & 16384)) {
		j(e, h);
		var n = H;
		H = e;
		try {
			t & 16777232 ? Tn(e) : wn(e), Cn(e);
			var r = $n(e);
			e.teardown = typeof r == "function" ? r : null, e.wv = Kn;
		} finally {
			H = n;
		}
	}
}
async function ir() {
	await Promise.resolve(), Ot();
}
function U(e) {
	var t = !!(e.f & 2);
	if (Pn?.add(e), V !== null && !Ln && !(H !== null && H.f & 16384) && (Bn === null || !Bn.has(e))) {
		var r = V.deps;
		if (V.f & 2097152) e.rv < qn && (e.rv = qn, Hn === null && r !== null && r[Un] === e ? Un++ : Hn === null ? Hn = [e] : Hn.push(e));
		else {
			V.deps ??= [], n.call(V.deps, e) || V.deps.push(e);
			var i = e.reactions;
			i === null ? e.reactions = [V] : n.call(i, V) || i.push(V);
		}
	}
	if (Fn && It.has(e)) return It.get(e);
	if (t) {
		var a = e;
		if (Fn) {
			var o = a.v;
			return (!(a.f & 1024) && a.reactions !== null || or(a)) && (o = pt(a)), It.set(a, o), o;
		}
		var s = !(a.f & 512) && !Ln && V !== null && !!(V.f & 512), c = (a.f & b) === 0;
		Zn(a) && (s && (a.f |= 512), mt(a)), s && !c && (gt(a), ar(a));
	}
	if (yt?.has(e)) return yt.get(e);
	if (e.f & 8388608) throw e.v;
	return e.v;
}
function ar(e) {
	if (e.f |= 512, e.deps !== null) for (let r of e.deps) {
		var t = r.reactions;
		t === null ? r.reactions = [e] : n.call(t, e) || t.push(e), r.f & 2 && !(r.f & 512) && (gt(r), ar(r));
	}
}
function or(e) {
	if (e.v === T) return !0;
	if (e.deps === null) return !1;
	for (let t of e.deps) if (It.has(t) || t.f & 2 && or(t)) return !0;
	return !1;
}
function sr(e) {
	var t = Ln;
	try {
		return Ln = !0, e();
	} finally {
		Ln = t;
	}
}
[.../* @__PURE__ */ "allowfullscreen.async.autofocus.autoplay.checked.controls.default.disabled.formnovalidate.indeterminate.inert.ismap.loop.multiple.muted.nomodule.novalidate.open.playsinline.readonly.required.reversed.seamless.selected.webkitdirectory.defer.disablepictureinpicture.disableremoteplayback".split(".")];
var cr = ["touchstart", "touchmove"];
function lr(e) {
	return cr.includes(e);
}
// node_modules/svelte/src/internal/client/dev/css.js
var ur = Symbol("events"), dr = /* @__PURE__ */ new Set(), fr = /* @__PURE__ */ new Set();
function pr(e, t, n, r = {}) {
	function i(e) {
		if (r.capture || vr.call(t, e), !e.cancelBubble) return nt(() => n?.call(this, e));
	}
	return e.startsWith("pointer") || e.startsWith("touch") || e === "wheel" ? (i.__removed = !1, Je(() => {
		i.__removed || t.addEventListener(e, i, r);
	})) : t.addEventListener(e, i, r), i;
}
function mr(e, t, n, r, i) {
	var a = {
		capture: r,
		passive: i
	}, o = pr(e, t, n, a);
	(t === document.body || t === window || t === document || t instanceof HTMLMediaElement) && mn(() => {
		o.__removed = !0, t.removeEventListener(e, o, a);
	});
}
function W(e, t, n) {
	(t[ur] ??= {})[e] = n;
}
function hr(e) {
	for (var t = 0; t < e.length; t++) dr.add(e[t]);
	for (var n of fr) n(e);
}
var gr = null, _r = !1;
function vr(e) {
	var t = this, n = t.ownerDocument, r = e.type, a = e.composedPath?.() || [], o = a[0] || e.target;
	gr = e, _r || (_r = !0, setTimeout(() => {
		_r = !1, gr = null;
	}));
	var s = 0, c = gr === e && e[ur];
	if (c) {
		var l = a.indexOf(c);
		if (l !== -1 && (t === document || t === window)) {
			e[ur] = t;
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
		Rn(null), zn(null);
		try {
			for (var p, m = []; o !== null && o !== t;) {
				try {
					var h = o[ur]?.[r];
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
			e[ur] = t, delete e.currentTarget, Rn(d), zn(f);
		}
	}
}
// node_modules/svelte/src/internal/client/dom/reconciler.js
var yr = globalThis?.window?.trustedTypes && /* @__PURE__ */ globalThis.window.trustedTypes.createPolicy("svelte-trusted-html", { createHTML: (e) => e });
function br(e) {
	return yr?.createHTML(e) ?? e;
}
function xr(e) {
	var t = on("template");
	return t.innerHTML = br(e.replaceAll("<!>", "<!---->")), t.content;
}
// node_modules/svelte/src/internal/client/dom/template.js
function Sr(e, t) {
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
		if (E) return Sr(D, null), D;
		i === void 0 && (i = xr(a ? e : "<!>" + e), n || (i = /* @__PURE__ */ tn(i)));
		var t = r || Xt ? document.importNode(i, !0) : i.cloneNode(!0);
		if (n) {
			var o = /* @__PURE__ */ tn(t), s = t.lastChild;
			Sr(o, s);
		} else Sr(t, t);
		return t;
	};
}
/*#__NO_SIDE_EFFECTS__*/
function Cr(e, t, n = "svg") {
	var r = !e.startsWith("<!>"), i = !!(t & 1), a = `<${n}>${r ? e : "<!>" + e}</${n}>`, o;
	return () => {
		if (E) return Sr(D, null), D;
		if (!o) {
			var e = /* @__PURE__ */ tn(xr(a));
			if (i) for (o = document.createDocumentFragment(); /* @__PURE__ */ tn(e);) o.appendChild(/* @__PURE__ */ tn(e));
			else o = /* @__PURE__ */ tn(e);
		}
		var t = o.cloneNode(!0);
		if (i) {
			var n = /* @__PURE__ */ tn(t), r = t.lastChild;
			Sr(n, r);
		} else Sr(t, t);
		return t;
	};
}
/*#__NO_SIDE_EFFECTS__*/
function wr(e, t) {
	return /* @__PURE__ */ Cr(e, t, "svg");
}
function Tr(e = "") {
	if (!E) {
		var t = en(e + "");
		return Sr(t, t), t;
	}
	var n = D;
	return n.nodeType === 3 ? sn(n) : (n.before(n = en()), Se(n)), Sr(n, n), n;
}
function Er() {
	if (E) return Sr(D, null), D;
	var e = document.createDocumentFragment(), t = document.createComment(""), n = en();
	return e.append(t, n), Sr(t, n), e;
}
function K(e, t) {
	if (E) {
		var n = H;
		n.f & 32768 && n.nodes.end !== null || (n.nodes.end = D), Ce();
	} else e !== null && e.before(t);
}
// node_modules/svelte/src/reactivity/create-subscriber.js
function Dr(e) {
	let t = 0, n = Rt(0), r;
	return () => {
		pn() && (U(n), bn(() => (t === 0 && (r = sr(() => e(() => Wt(n)))), t += 1, () => {
			Je(() => {
				--t, t === 0 && (r?.(), r = void 0, Wt(n));
			});
		})));
	};
}
// node_modules/svelte/src/internal/client/dom/blocks/boundary.js
var Or = S | C;
function kr(e, t, n, r) {
	new Ar(e, t, n, r);
}
var Ar = class {
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
	#m = Dr(() => (this.#p = Rt(this.#l), () => {
		this.#p = null;
	}));
	constructor(e, t, n, r) {
		this.#e = e, this.#n = t, this.#r = (e) => {
			var t = H;
			t.b = this, t.f |= 128, n(e);
		}, this.parent = H.b, this.transform_error = r ?? this.parent?.transform_error ?? ((e) => e), this.#i = xn(() => {
			if (E) {
				let e = Ee(this.#t);
				Ce();
				let t = e === "[!";
				if (e.startsWith("[?")) {
					let t = JSON.parse(e.slice(2));
					this.#g(t);
				} else t ? this.#y() : this.#h();
			} else this.#b();
		}, Or), E && (this.#e = D);
	}
	#h() {
		try {
			this.#a = Sn(() => this.#r(this.#e));
		} catch (e) {
			this.error(e);
		}
	}
	#g(e) {
		let t = this.#n.failed, { reset: n, invoke_onerror: r } = this.#_(e);
		Je(r), t && (this.#s = Sn(() => {
			t(this.#e, () => e, () => n);
		}));
	}
	#_(e) {
		var t = !1, n = !1;
		let r = () => {
			this.#v() || (t ? be() : (t = !0, n && Ve(), this.#s !== null && kn(this.#s, () => {
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
					ln(e, this.#i && this.#i.parent);
				}
			}
		};
	}
	#v() {
		return (this.#i.f & (y | x)) !== 0;
	}
	#y() {
		let e = this.#n.pending;
		e && (this.is_pending = !0, this.#o = Sn(() => e(this.#e)), Je(() => {
			if (!this.#v()) {
				var e = this.#c = document.createDocumentFragment(), t = en(), n = !1;
				e.append(t), this.#a = this.#S(() => {
					try {
						return Sn(() => this.#r(t));
					} catch (e) {
						try {
							this.error(e), n = !0;
						} catch (e) {
							ln(e, this.#i.parent);
						}
						return null;
					}
				}), this.#a === null ? (this.#c = null, n && this.#x(N)) : this.#u === 0 && (this.#e.before(e), this.#c = null, kn(this.#o, () => {
					this.#o = null;
				}), this.#x(N));
			}
		}));
	}
	#b() {
		try {
			if (this.is_pending = this.has_pending_snippet(), this.#u = 0, this.#l = 0, this.#a = Sn(() => {
				this.#r(this.#e);
			}), this.#u > 0) {
				var e = this.#c = document.createDocumentFragment();
				Nn(this.#a, e);
				let t = this.#n.pending;
				this.#o = Sn(() => t(this.#e));
			} else this.#x(N);
		} catch (e) {
			this.error(e);
		}
	}
	#x(e) {
		this.is_pending = !1, e.transfer_reactions(this.#f);
	}
	defer_effect(e) {
		Qe(e, this.#f);
	}
	is_rendered() {
		return !this.is_pending && (!this.parent || this.parent.is_rendered());
	}
	has_pending_snippet() {
		return !!this.#n.pending;
	}
	#S(e) {
		var t = H, n = V, r = He;
		zn(this.#i), Rn(this.#i), Ue(this.#i.ctx);
		try {
			return Dt.ensure(), e();
		} finally {
			zn(t), Rn(n), Ue(r);
		}
	}
	#C(e, t) {
		this.has_pending_snippet() ? (this.#u += e, this.#u === 0 && (this.#x(t), this.#o && kn(this.#o, () => {
			this.#o = null;
		}), this.#c &&= (this.#e.before(this.#c), null))) : this.parent && this.parent.#C(e, t);
	}
	update_pending_count(e, t) {
		this.#C(e, t), this.#l += e, !this.#p || this.#d || (this.#d = !0, Je(() => {
			this.#d = !1, this.#p && Ht(this.#p, this.#l);
		}));
	}
	get_effect_pending() {
		return this.#m(), U(this.#p);
	}
	error(e) {
		if (e === he || !this.#n.onerror && !this.#n.failed) throw e;
		N?.is_fork ? (this.#a && N.skip_effect(this.#a), this.#o && N.skip_effect(this.#o), this.#s && N.skip_effect(this.#s), N.oncommit(() => {
			this.#v() || this.#w(e);
		})) : this.#w(e);
	}
	#w(e) {
		this.#a &&= (En(this.#a), null), this.#o &&= (En(this.#o), null), this.#s &&= (En(this.#s), null), E && (Se(this.#t), we(), Se(Te()));
		let t = this.#n.failed, n = (e) => {
			if (this.#v()) return;
			let { reset: n, invoke_onerror: r } = this.#_(e);
			r(), t && !this.#v() && (this.#s = this.#S(() => {
				try {
					return Sn(() => {
						var r = H;
						r.b = this, r.f |= 128, t(this.#e, () => e, () => n);
					});
				} catch (e) {
					return ln(e, this.#i.parent), null;
				}
			}));
		};
		Je(() => {
			if (!this.#v()) {
				var t;
				try {
					t = this.transform_error(e);
				} catch (e) {
					ln(e, this.#i && this.#i.parent);
					return;
				}
				typeof t == "object" && t && typeof t.then == "function" ? t.then(n, (e) => ln(e, this.#i && this.#i.parent)) : n(t);
			}
		});
	}
};
function q(e, t) {
	var n = t == null ? "" : typeof t == "object" ? `${t}` : t;
	n !== (e[de] ??= e.nodeValue) && (e[de] = n, e.nodeValue = `${n}`);
}
function jr(e, t) {
	return Nr(e, t);
}
var Mr = /* @__PURE__ */ new Map();
function Nr(e, { target: t, anchor: n, props: i = {}, events: a, context: o, intro: s = !0, transformError: c }) {
	$t();
	var l = void 0, u = _n(() => {
		var s = n ?? t.appendChild(en());
		kr(s, { pending: () => {} }, (t) => {
			k({});
			var n = He;
			if (o && (n.c = o), a && (i.$$events = a), E && Sr(t, null), l = e(t, i) || We(), E && (H.nodes.end = D, D === null || D.nodeType !== 8 || D.data !== "]")) throw ve(), he;
			A();
		}, c);
		var u = /* @__PURE__ */ new Set(), d = (e) => {
			for (var n = 0; n < e.length; n++) {
				var r = e[n];
				if (!u.has(r)) {
					u.add(r);
					var i = lr(r);
					for (let e of [t, document]) {
						var a = Mr.get(e);
						a === void 0 && (a = /* @__PURE__ */ new Map(), Mr.set(e, a));
						var o = a.get(r);
						o === void 0 ? (e.addEventListener(r, vr, { passive: i }), a.set(r, 1)) : a.set(r, o + 1);
					}
				}
			}
		};
		return d(r(dr)), fr.add(d), () => {
			for (var e of u) for (let n of [t, document]) {
				var r = Mr.get(n), i = r.get(e);
				--i == 0 ? (n.removeEventListener(e, vr), r.delete(e), r.size === 0 && Mr.delete(n)) : r.set(e, i);
			}
			fr.delete(d), s !== n && s.parentNode?.removeChild(s);
		};
	});
	return Pr.set(l, u), l;
}
var Pr = /* @__PURE__ */ new WeakMap();
function Fr(e, t) {
	let n = Pr.get(e);
	return n ? (Pr.delete(e), n(t)) : Promise.resolve();
}
// node_modules/svelte/src/internal/client/dom/blocks/branches.js
var Ir = class {
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
			if (n) jn(n), this.#r.delete(t);
			else {
				var r = this.#n.get(t);
				r && (jn(r.effect), this.#t.set(t, r.effect), this.#n.delete(t), r.fragment.lastChild.remove(), this.anchor.before(r.fragment), n = r.effect);
			}
			for (let [t, n] of this.#e) {
				if (this.#e.delete(t), t === e) break;
				let r = this.#n.get(n);
				r && (En(r.effect), this.#n.delete(n));
			}
			for (let [e, r] of this.#t) {
				if (e === t || this.#r.has(e)) continue;
				let i = () => {
					if (Array.from(this.#e.values()).includes(e)) {
						var t = document.createDocumentFragment();
						Nn(r, t), t.append(en()), this.#n.set(e, {
							effect: r,
							fragment: t
						});
					} else En(r);
					this.#r.delete(e), this.#t.delete(e);
				};
				this.#i || !n ? (this.#r.add(e), kn(r, i, !1)) : i();
			}
		}
	};
	#o = (e) => {
		this.#e.delete(e);
		let t = Array.from(this.#e.values());
		for (let [e, n] of this.#n) t.includes(e) || (En(n.effect), this.#n.delete(e));
	};
	ensure(e, t) {
		var n = N, r = an();
		if (t && !this.#t.has(e) && !this.#n.has(e)) {
			if (r) {
				var i = document.createDocumentFragment(), a = en();
				i.append(a), this.#n.set(e, {
					effect: Sn(() => t(a)),
					fragment: i
				});
			} else this.#t.set(e, Sn(() => t(this.anchor)));
		}
		if (this.#e.set(n, e), r) {
			for (let [t, r] of this.#t) t === e ? n.unskip_effect(r) : n.skip_effect(r);
			for (let [t, r] of this.#n) t === e ? n.unskip_effect(r.effect) : n.skip_effect(r.effect);
			n.oncommit(this.#a), n.ondiscard(this.#o);
		} else E && (this.anchor = D), this.#a(n);
	}
};
// node_modules/svelte/src/internal/client/dom/blocks/if.js
function J(e, t, n = !1) {
	var r;
	E && (r = D, Ce());
	var i = new Ir(e), a = n ? S : 0;
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
	xn(() => {
		var e = !1;
		t((t, n = 0) => {
			e = !0, o(n, t);
		}), e || o(-1, null);
	}, a);
}
// node_modules/svelte/src/internal/client/dom/blocks/each.js
function Lr(e, t) {
	return t;
}
function Rr(e, t, n) {
	for (var i = [], a = t.length, o, s = t.length, c = 0; c < a; c++) {
		let n = t[c];
		kn(n, () => {
			if (o) {
				if (o.pending.delete(n), o.done.add(n), o.pending.size === 0) {
					var t = e.outrogroups;
					zr(e, r(o.done)), t.delete(o), t.size === 0 && (e.outrogroups = null);
				}
			} else --s;
		}, !1);
	}
	if (s === 0) {
		var l = i.length === 0 && n !== null && e.pending.size === 0;
		if (l) {
			var u = n, d = u.parentNode;
			rn(d), d.append(u), e.items.clear();
		}
		zr(e, t, !l);
	} else o = {
		pending: new Set(t),
		done: /* @__PURE__ */ new Set()
	}, (e.outrogroups ??= /* @__PURE__ */ new Set()).add(o);
}
function zr(e, t, n = !0) {
	var r;
	if (e.pending.size > 0) {
		r = /* @__PURE__ */ new Set();
		for (let t of e.pending.values()) for (let n of t) r.add(e.items.get(n).e);
	}
	for (var i = 0; i < t.length; i++) {
		var a = t[i];
		r?.has(a) ? (a.f |= ee, Nn(a, document.createDocumentFragment())) : En(t[i], n);
	}
}
var Br;
function Y(t, n, i, a, o, s = null) {
	var c = t, l = /* @__PURE__ */ new Map();
	if (n & 4) {
		var u = t;
		c = E ? Se(/* @__PURE__ */ tn(u)) : u.appendChild(en());
	}
	E && Ce();
	var d = null, f = /* @__PURE__ */ dt(() => {
		var t = i();
		return e(t) ? t : t == null ? [] : r(t);
	}), p = /* @__PURE__ */ new Map(), m = !0;
	function h(e) {
		if (!(_.effect.f & 16384)) {
			_.pending.delete(e);
			var t = U(f);
			_.fallback = d, Hr(_, t, c, n, a), d !== null && (t.length === 0 ? d.f & 33554432 ? (d.f ^= ee, Wr(d, null, c)) : jn(d) : kn(d, () => {
				d = null;
			}));
		}
	}
	function g(e) {
		_.pending.delete(e);
	}
	var _ = {
		effect: xn(() => {
			var e = U(f), t = e.length;
			let r = !1;
			E && Ee(c) === "[!" != (t === 0) && (c = Te(), Se(c), xe(!1), r = !0);
			for (var u = /* @__PURE__ */ new Set(), _ = N, v = an(), y = 0; y < t; y += 1) {
				E && D.nodeType === 8 && D.data === "]" && (c = D, r = !0, xe(!1));
				var b = e[y], x = a(b, y), S = m ? null : l.get(x);
				S ? (S.v && Ht(S.v, b), S.i && Ht(S.i, y), v && _.unskip_effect(S.e)) : (S = Ur(l, m ? c : Br ??= en(), b, x, y, o, n, i), m || (S.e.f |= ee), l.set(x, S)), u.add(x);
			}
			if (t === 0 && s && !d && (m ? d = Sn(() => s(c)) : (d = Sn(() => s(Br ??= en())), d.f |= ee)), t > u.size && Me("", "", ""), E && t > 0 && Se(Te()), !m) {
				if (p.set(_, u), v) {
					for (let [e, t] of l) u.has(e) || _.skip_effect(t.e);
					_.oncommit(h), _.ondiscard(g);
				} else h(_);
			}
			r && xe(!0), U(f);
		}),
		flags: n,
		items: l,
		pending: p,
		outrogroups: null,
		fallback: d
	};
	m = !1, E && (c = D);
}
function Vr(e) {
	for (; e !== null && !(e.f & 32);) e = e.next;
	return e;
}
function Hr(e, t, n, i, a) {
	var o = !!(i & 8), s = t.length, c = e.items, l = Vr(e.effect.first), u, d = null, f, p = [], m = [], h, g, _, v;
	if (o) for (v = 0; v < s; v += 1) h = t[v], g = a(h, v), _ = c.get(g).e, _.f & 33554432 || (_.nodes?.a?.measure(), (f ??= /* @__PURE__ */ new Set()).add(_));
	for (v = 0; v < s; v += 1) {
		if (h = t[v], g = a(h, v), _ = c.get(g).e, e.outrogroups !== null) for (let t of e.outrogroups) t.pending.delete(_), t.done.delete(_);
		if (_.f & 8192 && (jn(_), o && (_.nodes?.a?.unfix(), (f ??= /* @__PURE__ */ new Set()).delete(_))), _.f & 33554432) {
			if (_.f ^= ee, _ === l) Wr(_, null, n);
			else {
				var y = d ? d.next : l;
				_ === e.effect.last && (e.effect.last = _.prev), _.prev && (_.prev.next = _.next), _.next && (_.next.prev = _.prev), Gr(e, d, _), Gr(e, _, y), Wr(_, y, n), d = _, p = [], m = [], l = Vr(d.next);
				continue;
			}
		}
		if (_ !== l) {
			if (u !== void 0 && u.has(_)) {
				if (p.length < m.length) {
					var b = m[0], x;
					d = b.prev;
					var S = p[0], C = p[p.length - 1];
					for (x = 0; x < p.length; x += 1) Wr(p[x], b, n);
					for (x = 0; x < m.length; x += 1) u.delete(m[x]);
					Gr(e, S.prev, C.next), Gr(e, d, S), Gr(e, C, b), l = b, d = C, --v, p = [], m = [];
				} else u.delete(_), Wr(_, l, n), Gr(e, _.prev, _.next), Gr(e, _, d === null ? e.effect.first : d.next), Gr(e, d, _), d = _;
				continue;
			}
			for (p = [], m = []; l !== null && l !== _;) (u ??= /* @__PURE__ */ new Set()).add(l), m.push(l), l = Vr(l.next);
			if (l === null) continue;
		}
		_.f & 33554432 || p.push(_), d = _, l = Vr(_.next);
	}
	if (e.outrogroups !== null) {
		for (let t of e.outrogroups) t.pending.size === 0 && (zr(e, r(t.done)), e.outrogroups?.delete(t));
		e.outrogroups.size === 0 && (e.outrogroups = null);
	}
	if (l !== null || u !== void 0) {
		var w = [];
		if (u !== void 0) for (_ of u) _.f & 8192 || w.push(_);
		for (; l !== null;) !(l.f & 8192) && l !== e.fallback && w.push(l), l = Vr(l.next);
		var te = w.length;
		if (te > 0) {
			var ne = i & 4 && s === 0 ? n : null;
			if (o) {
				for (v = 0; v < te; v += 1) w[v].nodes?.a?.measure();
				for (v = 0; v < te; v += 1) w[v].nodes?.a?.fix();
			}
			Rr(e, w, ne);
		}
	}
	o && Je(() => {
		if (f !== void 0) for (_ of f) _.nodes?.a?.apply();
	});
}
function Ur(e, t, n, r, i, a, o, s) {
	var c = o & 1 ? o & 16 ? Rt(n) : /* @__PURE__ */ zt(n, !1, !1) : null, l = o & 2 ? Rt(i) : null;
	return {
		v: c,
		i: l,
		e: Sn(() => (a(t, c ?? n, l ?? i, s), () => {
			e.delete(r);
		}))
	};
}
function Wr(e, t, n) {
	if (e.nodes) for (var r = e.nodes.start, i = e.nodes.end, a = t && !(t.f & 33554432) ? t.nodes.start : n; r !== null;) {
		var o = /* @__PURE__ */ nn(r);
		if (a.before(r), r === i) return;
		r = o;
	}
}
function Gr(e, t, n) {
	t === null ? e.effect.first = n : t.next = n, n === null ? e.effect.last = t : n.prev = t;
}
// node_modules/svelte/src/internal/client/dom/blocks/snippet.js
function Kr(e, t, ...n) {
	var r = new Ir(e);
	xn(() => {
		let e = t() ?? null;
		r.ensure(e, e && ((t) => e(t, ...n)));
	}, S);
}
// node_modules/svelte/src/internal/client/dom/css.js
function X(e, t) {
	vn(() => {
		e = H?.parent?.nodes?.start ?? e;
		var n = e.getRootNode(), r = n.host ? n : n.head ?? n.ownerDocument.head;
		if (!r.querySelector("#" + t.hash)) {
			let e = on("style");
			e.id = t.hash, e.textContent = t.code, r.appendChild(e);
		}
	});
}
// node_modules/clsx/dist/clsx.mjs
function qr(e) {
	var t, n, r = "";
	if (typeof e == "string" || typeof e == "number") r += e;
	else if (typeof e == "object") {
		if (Array.isArray(e)) {
			var i = e.length;
			for (t = 0; t < i; t++) e[t] && (n = qr(e[t])) && (r && (r += " "), r += n);
		} else for (n in e) e[n] && (r && (r += " "), r += n);
	}
	return r;
}
function Jr() {
	for (var e, t, n = 0, r = "", i = arguments.length; n < i; n++) (e = arguments[n]) && (t = qr(e)) && (r && (r += " "), r += t);
	return r;
}
// node_modules/svelte/src/internal/shared/attributes.js
function Yr(e) {
	return typeof e == "object" ? Jr(e) : e ?? "";
}
var Xr = [..." 	\n\r\f\xA0\v﻿"];
function Zr(e, t, n) {
	var r = e == null ? "" : "" + e;
	if (t && (r = r ? r + " " + t : t), n) {
		for (var i of Object.keys(n)) if (n[i]) r = r ? r + " " + i : i;
		else if (r.length) for (var a = i.length, o = 0; (o = r.indexOf(i, o)) >= 0;) {
			var s = o + a;
			(o === 0 || Xr.includes(r[o - 1])) && (s === r.length || Xr.includes(r[s])) ? r = (o === 0 ? "" : r.substring(0, o)) + r.substring(s + 1) : o = s;
		}
	}
	return r === "" ? null : r;
}
// node_modules/svelte/src/internal/client/dom/elements/class.js
function Qr(e, t, n, r, i, a) {
	var o = e[le];
	if (E || o !== n || o === void 0) {
		var s = Zr(n, r, a);
		E && s === e.getAttribute("class") || (s == null ? e.removeAttribute("class") : t ? e.className = s : e.setAttribute("class", s)), e[le] = n;
	} else if (a && i !== a) for (var c in a) {
		var l = !!a[c];
		(i == null || l !== !!i[c]) && e.classList.toggle(c, l);
	}
	return a;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/select.js
function $r(e, t) {
	t ? e.hasAttribute("selected") || e.setAttribute("selected", "") : e.removeAttribute("selected");
}
function ei(t, n) {
	var r = t.__defaultValue, i = t.multiple, a = i ? r ?? [] : null;
	if (!i || e(a)) {
		var o = t.selectedIndex, s = n && i ? new Set(t.selectedOptions) : null;
		for (var c of t.options) {
			var l = ii(c);
			$r(c, i ? a.includes(l) : Jt(l, r));
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
function ti(t, n, r = !1) {
	if (t.multiple) {
		if (n == null) return;
		if (!e(n)) return ye();
		for (var i of t.options) i.selected = n.includes(ii(i));
	} else {
		for (i of t.options) if (Jt(ii(i), n)) {
			i.selected = !0;
			return;
		}
		r && n === void 0 || (t.selectedIndex = -1);
	}
}
function ni(e) {
	var t = new MutationObserver((t) => {
		t.every(ai) || ("__defaultValue" in e && ei(e, !1), "__value" in e && ti(e, e.__value));
	});
	t.observe(e, {
		childList: !0,
		subtree: !0,
		attributes: !0,
		attributeFilter: ["value"]
	}), mn(() => {
		t.disconnect();
	});
}
function ri(e, t, n = t) {
	var r = /* @__PURE__ */ new WeakSet(), i = !0;
	rt(e, "change", (t) => {
		var i = t ? "[selected]" : ":checked", a;
		if (e.multiple) a = [].map.call(e.querySelectorAll(i), ii);
		else {
			var o = e.querySelector(i) ?? e.querySelector("option:not([disabled])");
			a = o && ii(o);
		}
		n(a), e.__value = a, N !== null && r.add(N);
	}), vn(() => {
		var a = t();
		if (e === document.activeElement) {
			var o = N;
			if (r.has(o)) return;
		}
		if (ti(e, a, i), i && a === void 0) {
			var s = e.querySelector(":checked");
			s !== null && (a = ii(s), n(a));
		}
		e.__value = a, i = !1;
	});
}
function ii(e) {
	return "__value" in e ? e.__value : e.value;
}
function ai(e) {
	if (e.target.closest("selectedcontent") !== null) return !0;
	if (e.type === "childList") {
		var t = [...e.addedNodes, ...e.removedNodes];
		return t.length > 0 && t.every((e) => e.nodeName === "SELECTEDCONTENT");
	}
	return !1;
}
// node_modules/svelte/src/internal/client/dom/elements/attributes.js
var oi = Symbol("is custom element"), si = Symbol("is html"), ci = me ? "link" : "LINK", li = me ? "progress" : "PROGRESS";
function Z(e) {
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
		e[fe] = n, Je(n), tt();
	}
}
function ui(e, t) {
	var n = fi(e);
	n.value !== (n.value = t ?? void 0) && (e.value !== t || t === 0 && e.nodeName === li) && (e.value = t ?? "");
}
function di(e, t) {
	var n = fi(e);
	n.checked !== (n.checked = t ?? void 0) && (e.checked = t);
}
function Q(e, t, n, r) {
	var i = fi(e);
	if (!(E && (i[t] = e.getAttribute(t), t === "src" || t === "srcset" || t === "href" && e.nodeName === ci))) {
		var a = i[t];
		a !== (i[t] = n) && (t === "loading" && (e[se] = n), n == null ? e.removeAttribute(t) : typeof n != "string" && mi(e).has(t) ? e[t] = n : (!E || typeof n != "number" && typeof n != "boolean" || a !== String(n)) && e.setAttribute(t, n));
	}
}
function fi(e) {
	return e[ce] ??= {
		[oi]: e.nodeName.includes("-"),
		[si]: e.namespaceURI === ge
	};
}
var pi = /* @__PURE__ */ new Map();
function mi(e) {
	var t = e.getAttribute("is") || e.nodeName, n = pi.get(t);
	if (n) return n;
	pi.set(t, n = /* @__PURE__ */ new Set());
	for (var r, i = e, a = Element.prototype; a !== i;) {
		for (var s in r = o(i), r) r[s].set && s !== "innerHTML" && s !== "textContent" && s !== "innerText" && n.add(s);
		i = l(i);
	}
	return n;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/input.js
function hi(e, t, n = t) {
	var r = /* @__PURE__ */ new WeakSet();
	rt(e, "input", async (i) => {
		var a = i ? e.defaultValue : e.value;
		if (a = bi(e) ? xi(a) : a, n(a), N !== null && r.add(N), await ir(), a !== (a = t())) {
			var o = e.selectionStart, s = e.selectionEnd, c = e.value.length;
			if (e.value = a ?? "", s !== null) {
				var l = e.value.length;
				o === s && s === c && l > c ? (e.selectionStart = l, e.selectionEnd = l) : (e.selectionStart = o, e.selectionEnd = Math.min(s, l));
			}
		}
	}), (E && e.defaultValue !== e.value || sr(t) == null && e.value) && (n(bi(e) ? xi(e.value) : e.value), N !== null && r.add(N)), bn(() => {
		var n = t();
		if (e === document.activeElement) {
			var i = N;
			if (r.has(i)) return;
		}
		bi(e) && n === xi(e.value) || (e.type !== "date" || n || e.value) && n !== e.value && (e.value = n ?? "");
	});
}
var gi = /* @__PURE__ */ new Set();
function _i(e, t, n, r, i = r) {
	var a = n.getAttribute("type") === "checkbox", o = e;
	let s = !1;
	if (t !== null) for (var c of t) o = o[c] ??= [];
	o.push(n), rt(n, "change", () => {
		var e = n.__value;
		a && (e = yi(o, e, n.checked)), i(e);
	}, () => i(a ? [] : null)), bn(() => {
		var e = r();
		E && n.defaultChecked !== n.checked ? s = !0 : a ? (e ||= [], n.checked = e.includes(n.__value)) : n.checked = Jt(n.__value, e);
	}), mn(() => {
		var e = o.indexOf(n);
		e !== -1 && o.splice(e, 1);
	}), gi.has(o) || (gi.add(o), Je(() => {
		o.sort((e, t) => e.compareDocumentPosition(t) === 4 ? -1 : 1), gi.delete(o);
	})), Je(() => {
		if (s) {
			var e = a ? yi(o, e, n.checked) : o.find((e) => e.checked)?.__value;
			i(e);
		}
	});
}
function vi(e, t, n = t) {
	rt(e, "change", (t) => {
		n(t ? e.defaultChecked : e.checked);
	}), (E && e.defaultChecked !== e.checked || sr(t) == null) && n(e.checked), bn(() => {
		e.checked = !!t();
	});
}
function yi(e, t, n) {
	for (var r = /* @__PURE__ */ new Set(), i = 0; i < e.length; i += 1) e[i].checked && r.add(e[i].__value);
	return n || r.delete(t), Array.from(r);
}
function bi(e) {
	var t = e.type;
	return t === "number" || t === "range";
}
function xi(e) {
	return e === "" ? null : +e;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/this.js
function Si(e, t) {
	return e === t || e?.[ie] === t;
}
function Ci(e = We(), t, n, r) {
	var i = He.r, a = H;
	return vn(() => {
		var o, s;
		return bn(() => {
			o = s, s = r?.() || [], sr(() => {
				Si(n(...s), e) || (t(e, ...s), o && Si(n(...o), e) && t(null, ...o));
			});
		}), () => {
			let r = a;
			for (; r !== i && r.parent !== null && r.parent.f & 33554432;) r = r.parent;
			let o = () => {
				s && Si(n(...s), e) && t(null, ...s);
			}, c = r.teardown;
			r.teardown = () => {
				o(), c?.();
			};
		};
	}), e;
}
// node_modules/svelte/src/internal/client/reactivity/store.js
var wi = !1;
function Ti(e) {
	var t = wi;
	try {
		return wi = !1, [e(), wi];
	} finally {
		wi = t;
	}
}
// node_modules/svelte/src/internal/client/reactivity/props.js
function Ei(e, t, n, r) {
	var i = !0, o = !!(n & 8), s = !!(n & 16), c = r, l = !0, u = void 0, d = () => s && i ? (u ??= /* @__PURE__ */ ct(r), U(u)) : (l && (l = !1, c = s ? sr(r) : r), c);
	let f;
	if (o) {
		var p = ie in e || oe in e;
		f = a(e, t)?.set ?? (p && t in e ? (n) => e[t] = n : void 0);
	}
	var m, h = !1;
	o ? [m, h] = Ti(() => e[t]) : m = e[t], m === void 0 && r !== void 0 && (m = d(), f && (i && Le(t), f(m)));
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
	var v = !1, y = (n & 1 ? ct : dt)(() => (v = !1, g()));
	o && U(y);
	var b = H;
	return (function(e, t) {
		if (arguments.length > 0) {
			let n = t ? U(y) : i && o ? Kt(e) : e;
			return F(y, n), v = !0, c !== void 0 && (c = n), e;
		}
		return Fn && v || b.f & 16384 ? y.v : U(y);
	});
}
function Di(e) {
	He === null && Ae("onMount"), hn(() => {
		let t = sr(e);
		if (typeof t == "function") return t;
	});
}
// src/lib/api.svelte.ts
var Oi = class extends Error {
	problem;
	constructor(e) {
		super(e.message), this.problem = e;
	}
}, ki = Array.from(crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(8)), (e) => e.toString(16)).join(""), Ai = /* @__PURE__ */ new Map(), ji = 300, Mi = 2500, Ni = Kt({ away: !1 });
async function Pi(e, t, n = e) {
	Ai.get(n)?.abort();
	let r = new AbortController();
	Ai.set(n, r);
	try {
		for (let n = 0;; n++) {
			let i = await Ii(e, t, r.signal);
			if (Ni.away = i === null && n > 1, i !== null) return await Li(i);
			await Ri(Math.min(ji * 2 ** n, Mi), r.signal);
		}
	} finally {
		Ai.get(n) === r && Ai.delete(n);
	}
}
function Fi(e) {
	Ii = e;
}
var Ii = async (e, t, n) => {
	try {
		let r = {
			"Content-Type": "application/json",
			"X-Page": ki
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
async function Li(e) {
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
	throw new Oi(n);
}
function Ri(e, t) {
	return new Promise((n, r) => {
		let i = setTimeout(n, e);
		t.addEventListener("abort", () => {
			clearTimeout(i), r(t.reason);
		});
	});
}
function zi(e) {
	return e instanceof Oi ? e.problem : e instanceof DOMException && e.name === "AbortError" ? null : {
		error: "Error",
		message: String(e)
	};
}
// src/lib/model.ts
var Bi = {
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
function Vi(e) {
	return e.agents ?? Object.keys(e.relations);
}
function Hi(e) {
	return [.../* @__PURE__ */ new Set([...e.atoms ?? [], ...Object.values(e.worlds).flat()])];
}
function Ui(e) {
	return e ? "edges" in e ? e.edges : "partition" in e ? e.partition.flatMap((e) => Wi(e, e)) : e.members.flatMap(([e, t]) => Wi([.../* @__PURE__ */ new Set([...e, ...t])], t)) : [];
}
function Wi(e, t) {
	return e.flatMap((e) => t.map((t) => [e, t]));
}
function Gi(e, t) {
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
function Ki(e) {
	for (let t = 1;; t++) {
		let n = `w${t}`;
		if (!(n in e.worlds)) return n;
	}
}
function qi(e, t) {
	let n = ra(e, (e) => "partition" in e ? { partition: [...e.partition, [t]] } : e), r = e.ranks && ia(e.ranks, (e) => ({
		...e,
		[t]: 0
	}));
	return oa({
		...e,
		worlds: {
			...e.worlds,
			[t]: []
		},
		relations: n,
		...r && { ranks: r }
	});
}
function Ji(e, t) {
	let n = aa(e.worlds, t), r = ra(e, (e) => "partition" in e ? { partition: e.partition.map((e) => e.filter((e) => e !== t)).filter((e) => e.length) } : { edges: Ui(e).filter(([e, n]) => e !== t && n !== t) }), i = e.ranks && ia(e.ranks, (e) => aa(e, t));
	return oa({
		...e,
		worlds: n,
		relations: r,
		actual: e.actual === t ? null : e.actual,
		...i && { ranks: i }
	});
}
function Yi(e, t, n) {
	let r = (e) => e === t ? n : e, i = (e) => Object.fromEntries(Object.entries(e).map(([e, t]) => [r(e), t])), a = ra(e, (e) => "partition" in e ? { partition: e.partition.map((e) => e.map(r)) } : { edges: Ui(e).map(([e, t]) => [r(e), r(t)]) }), o = e.weights && Object.fromEntries(Object.entries(e.weights).map(([e, t]) => [e, i(t)])), s = e.ranks && Object.fromEntries(Object.entries(e.ranks).map(([e, t]) => [e, i(t)]));
	return {
		...e,
		worlds: i(e.worlds),
		relations: a,
		actual: e.actual && r(e.actual),
		...o && { weights: o },
		...s && { ranks: s }
	};
}
function Xi(e, t, n) {
	let r = e.worlds[t] ?? [], i = r.includes(n) ? r.filter((e) => e !== n) : [...r, n];
	return {
		...e,
		worlds: {
			...e.worlds,
			[t]: i
		}
	};
}
function Zi(e, t) {
	return {
		...e,
		atoms: [.../* @__PURE__ */ new Set([...Hi(e), t])]
	};
}
function Qi(e, t) {
	let n = Object.keys(e.worlds).map((e) => [e]);
	return {
		...e,
		agents: [.../* @__PURE__ */ new Set([...Vi(e), t])],
		relations: {
			...e.relations,
			[t]: { partition: n }
		}
	};
}
function $i(e, t) {
	let n = (e) => e && aa(e, t);
	return {
		...e,
		agents: Vi(e).filter((e) => e !== t),
		relations: n(e.relations),
		...e.weights && { weights: n(e.weights) },
		...e.threshold && { threshold: n(e.threshold) },
		...e.ranks && { ranks: n(e.ranks) }
	};
}
function ea(e, t, n, r, i) {
	let a = Ui(e.relations[t]), o = a.some(([e, t]) => e === n && t === r), s = Object.keys(e.worlds), c;
	return c = i ? o ? { partition: Gi(s, a.filter(([e, t]) => e !== r && t !== r)) } : { partition: Gi(s, [...a, [n, r]]) } : { edges: o ? a.filter(([e, t]) => e !== n || t !== r) : [...a, [n, r]] }, oa({
		...e,
		relations: {
			...e.relations,
			[t]: c
		}
	});
}
function ta(e, t) {
	let n = Gi(Object.keys(e.worlds), Ui(e.relations[t]));
	return oa({
		...e,
		relations: {
			...e.relations,
			[t]: { partition: n }
		}
	});
}
function na(e, t, n, r) {
	let i = e.ranks?.[t] ?? ia(e.worlds, () => 0);
	return oa({
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
function ra(e, t) {
	return ia(e.relations, t);
}
function ia(e, t) {
	return Object.fromEntries(Object.entries(e).map(([e, n]) => [e, t(n)]));
}
function aa(e, t) {
	return Object.fromEntries(Object.entries(e).filter(([e]) => e !== t));
}
function oa(e) {
	let { weights: t, threshold: n, ...r } = e;
	return r;
}
// src/lib/share.ts
async function sa(e) {
	let t = await ua(new TextEncoder().encode(JSON.stringify(e)), new CompressionStream("deflate-raw"));
	return btoa(String.fromCharCode(...t)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
var ca = 4e6;
async function la(e) {
	let t = atob(e.replaceAll("-", "+").replaceAll("_", "/")), n = Uint8Array.from(t, (e) => e.charCodeAt(0));
	return JSON.parse(new TextDecoder().decode(await ua(n, new DecompressionStream("deflate-raw"))));
}
async function ua(e, t) {
	let n = new Blob([e]).stream().pipeThrough(t).getReader(), r = [], i = 0;
	for (;;) {
		let { done: e, value: t } = await n.read();
		if (e) break;
		if (i += t.length, i > ca) throw Error(`the link holds more than ${ca} bytes`);
		r.push(t);
	}
	let a = new Uint8Array(i), o = 0;
	for (let e of r) a.set(e, o), o += e.length;
	return a;
}
// src/lib/session.svelte.ts
var da = "whoknows", fa = "K_a p", $ = new class {
	#e = /* @__PURE__ */ P([{
		id: 0,
		before: null,
		label: "a model",
		model: Bi,
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
	#o = /* @__PURE__ */ P(fa);
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
		let e = location.hash.slice(1);
		try {
			if (e) {
				let { model: t, places: n, formula: r } = await la(e);
				this.open(t, "a shared model", n), this.formula = r;
			} else {
				let e = localStorage.getItem(da);
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
			localStorage.setItem(da, JSON.stringify(e));
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
		return `${location.origin}${location.pathname}#${await sa(t)}`;
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
			this.picture = await Pi("picture", {
				model: e,
				places: t
			}), this.pictured = e, this.drawing = null;
		} catch (e) {
			let t = zi(e);
			t && ([this.drawing, this.picture] = [t, null]);
		}
	}
	async check() {
		if (!this.formula.trim()) [this.checked, this.mistake] = [null, null];
		else try {
			this.checked = await Pi("formula", {
				model: this.model,
				formula: this.formula
			}), [this.mistake, this.part] = [null, 0];
		} catch (e) {
			let t = zi(e);
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
			this.reasons = (await Pi("reasons", {
				model: this.model,
				formula: this.formula,
				at: e
			})).rows;
		} catch (e) {
			this.mistake = zi(e) ?? this.mistake;
		}
	}
	async prove(e) {
		try {
			this.proved = await Pi("proof", {
				formula: this.formula,
				logic: e
			});
		} catch (e) {
			this.mistake = zi(e) ?? this.mistake;
		}
	}
	async happen(e, t) {
		this.refused = null;
		try {
			let { model: n, parents: r } = await Pi("change", {
				model: this.model,
				change: e
			});
			return await this.become(n, t, this.inherited(r)), !0;
		} catch (e) {
			return this.refused = zi(e) ?? this.refused, !1;
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
}(), pa = ":root{--ink:#1d2129;--pale:#5c6370;--line:#d9dce3;--ground:#f4f5f8;--paper:#fff;--accent:#074a94;--accent-soft:#e6eef8;--true:#ffdc73;--good:#0b6b3a;--bad:#a32018;--bad-soft:#fdeceb;--math:\"STIX Two Text\", \"Cambria Math\", \"DejaVu Serif\", Georgia, serif;--sans:\"Inter\", system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif;--radius:10px}*{box-sizing:border-box}html,body,#app{height:100%}body{background:var(--ground);color:var(--ink);font:15px/1.45 var(--sans);margin:0}h1,h2,h3,p{margin:0}h2{letter-spacing:.02em;color:var(--pale);font-size:13px;font-weight:600}button,input,select,textarea{font:inherit;color:inherit}button,select,.button{border:1px solid var(--line);background:var(--paper);cursor:pointer;border-radius:8px;min-height:34px;padding:4px 12px}button:hover:not(:disabled),.button:hover{background:#fafbfd;border-color:#aeb5c2}button:disabled{color:#767d8a;cursor:default}button.primary{border-color:var(--accent);background:var(--accent);color:#fff}button.primary:hover:not(:disabled){background:#0a5cb5}button.quiet{background:0 0;border-color:#0000}button[aria-pressed=true]{border-color:var(--accent);background:var(--accent-soft);color:var(--accent)}input[type=text],textarea,select{background:var(--paper);border:1px solid #b9bfca;border-radius:8px;width:100%;min-height:36px;padding:6px 10px}select{width:auto}:focus-visible{outline-offset:1px;outline:3px solid #5b9bea}.card{border:1px solid var(--line);border-radius:var(--radius);background:var(--paper);gap:10px;padding:14px 16px;display:grid}.row{flex-wrap:wrap;align-items:center;gap:8px;display:flex}.pale{color:var(--pale)}.small{font-size:13px}.math{font-family:var(--math);font-size:18px}.problem{border-left:3px solid var(--bad);background:var(--bad-soft);white-space:pre-wrap;overflow-wrap:anywhere;border-radius:4px;padding:8px 12px;font-size:14px}.badge{background:var(--ground);border-radius:999px;padding:1px 9px;font-size:13px;font-weight:600;display:inline-block}.badge.good{color:var(--good);background:#e2f3e9}.badge.bad{background:var(--bad-soft);color:var(--bad)}.hidden{clip-path:inset(50%);white-space:nowrap;width:1px;height:1px;position:absolute;overflow:hidden}@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}";
// node_modules/svelte/src/internal/disclose-version.js
typeof window < "u" && ((window.__svelte ??= {}).v ??= /* @__PURE__ */ new Set()).add("5");
// src/lib/saving.ts
function ma(e, t, n) {
	let r = document.createElement("a");
	r.href = URL.createObjectURL(new Blob([e], { type: t })), r.download = n, r.click(), setTimeout(() => URL.revokeObjectURL(r.href), 1e4);
}
function ha(e) {
	return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(e)}`;
}
// src/parts/Sheet.svelte
var ga = /* @__PURE__ */ G("<dialog aria-labelledby=\"sheet-title\" class=\"svelte-7kegbp\"><div class=\"head svelte-7kegbp\"><h2 id=\"sheet-title\"> </h2> <button class=\"quiet\">Close</button></div> <!></dialog>"), _a = {
	hash: "svelte-7kegbp",
	code: "dialog.svelte-7kegbp {width:min(1100px, calc(100vw - 24px));padding:16px 20px 20px;border:0;border-radius:14px;box-shadow:0 20px 60px rgb(0 0 0 / 25%);}dialog.svelte-7kegbp::backdrop {background:rgb(20 24 32 / 45%);}.head.svelte-7kegbp {display:flex;justify-content:space-between;align-items:center;margin-bottom:10px;}"
};
function va(e, t) {
	k(t, !0), X(e, _a);
	let n;
	Di(() => n.showModal());
	var r = ga(), i = I(r), a = I(i), o = R(a, !0), s = z(a, 2);
	O(i), Kr(z(i, 2), () => t.children), O(r), Ci(r, (e) => n = e, () => n), B(() => q(o, t.title)), mr("close", r, function(...e) {
		t.close?.apply(this, e);
	}), W("click", s, function(...e) {
		t.close?.apply(this, e);
	}), K(e, r), A();
}
hr(["click"]);
// src/lib/formula.ts
function ya(e, t) {
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
var ba = /(?<![\w'])(Bstrong|Bsafe|Kw|Kv|[KMBECDR](?:\^\d+)?)_(\{[^}]*\}|\w+)/gu;
function xa(e) {
	let t = [], n = 0;
	for (let r of e.matchAll(ba)) t.push([e.slice(n, r.index) + r[1], r[2].replace(/^\{|\}$/g, "")]), n = r.index + r[0].length;
	return n < e.length && t.push([e.slice(n), ""]), t;
}
// src/parts/Typeset.svelte
var Sa = /* @__PURE__ */ G("<sub class=\"svelte-1iudouo\"> </sub>"), Ca = /* @__PURE__ */ G(" <!>", 1), wa = /* @__PURE__ */ G("<span class=\"math svelte-1iudouo\"></span>"), Ta = {
	hash: "svelte-1iudouo",
	code: ".math.svelte-1iudouo {font-size:1.1em;}sub.svelte-1iudouo {font-size:72%;}"
};
function Ea(e, t) {
	k(t, !0), X(e, Ta);
	var n = wa();
	Y(n, 21, () => xa(t.text), Lr, (e, t) => {
		var n = /* @__PURE__ */ M(() => m(U(t), 2));
		let r = () => U(n)[0], i = () => U(n)[1];
		we();
		var a = Ca(), o = L(a, !0), s = z(o), c = (e) => {
			var t = Sa(), n = R(t, !0);
			B(() => q(n, i())), K(e, t);
		};
		J(s, (e) => {
			i() && e(c);
		}), B(() => q(o, r())), K(e, a);
	}), O(n), K(e, n), A();
}
// src/parts/Compare.svelte
var Da = /* @__PURE__ */ G("<option> </option>"), Oa = /* @__PURE__ */ G("<label>Moment <select></select></label>"), ka = /* @__PURE__ */ G("<span class=\"pale\"> </span>"), Aa = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), ja = /* @__PURE__ */ G("<p class=\"pale svelte-hf353t\">There is no other moment yet: change the model, or open a file.</p>"), Ma = /* @__PURE__ */ G("<span class=\"badge good\">bisimilar</span> ", 1), Na = /* @__PURE__ */ G("<span class=\"badge bad\">not bisimilar</span> <!> <button>Look where it holds</button>", 1), Pa = /* @__PURE__ */ G("<span class=\"badge bad\">not bisimilar</span>"), Fa = /* @__PURE__ */ G("<p role=\"status\" class=\"svelte-hf353t\"><!> <span class=\"small pale\"> </span></p> <img alt=\"This model on the left, the other on the right\" class=\"svelte-hf353t\"/>", 1), Ia = /* @__PURE__ */ G("<div class=\"row\"><!> <label class=\"button svelte-hf353t\">A file …<input class=\"hidden\" type=\"file\" accept=\".json,.txt,.smcdel,.graphml\"/></label> <!></div> <!> <!> <!>", 1), La = {
	hash: "svelte-hf353t",
	code: "img.svelte-hf353t {display:block;max-width:100%;max-height:70vh;margin:10px auto 0;}label.button.svelte-hf353t {display:inline-flex;align-items:center;}label.button.svelte-hf353t:focus-within {outline:3px solid #5b9bea;outline-offset:1px;}p.svelte-hf353t {margin-top:10px;}"
};
function Ra(e, t) {
	k(t, !0), X(e, La);
	let n = /* @__PURE__ */ M(() => $.moments.filter((e) => e.id !== $.now)), r = /* @__PURE__ */ P(Kt(String(U(n).at(-1)?.id ?? ""))), i = /* @__PURE__ */ P(null), a = /* @__PURE__ */ P(null), o = /* @__PURE__ */ P(null), s = /* @__PURE__ */ M(() => U(i)?.model ?? U(n).find((e) => String(e.id) === U(r))?.model);
	hn(() => {
		U(s) && c(U(s));
	});
	async function c(e) {
		((e) => {
			var t = m(e, 2);
			F(a, t[0]), F(o, t[1]);
		})([null, null]);
		try {
			F(a, await Pi("compare", {
				model: $.model,
				other: e
			}));
		} catch (e) {
			F(o, zi(e));
		}
	}
	async function l(e) {
		let t = e.currentTarget, n = t.files?.[0];
		if (t.value = "", n) try {
			F(i, {
				name: n.name,
				...await Pi("open", {
					name: n.name,
					text: await n.text()
				})
			});
		} catch (e) {
			F(o, zi(e));
		}
	}
	async function u(e) {
		t.close(), await $.type(e);
	}
	va(e, {
		title: "Compare this model with another",
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var c = Ia(), d = L(c), f = I(d), p = (e) => {
				var t = Oa(), a = z(I(t));
				Y(a, 21, () => U(n), (e) => e.id, (e, t) => {
					var n = Da(), r = R(n, !0), i = {};
					B((e) => {
						q(r, U(t).label), i !== (i = e) && (n.value = (n.__value = i) ?? "");
					}, [() => String(U(t).id)]), K(e, n);
				}), O(a), ni(a), O(t), W("change", a, () => F(i, null)), ri(a, () => U(r), (e) => F(r, e)), K(e, t);
			};
			J(f, (e) => {
				U(n).length && e(p);
			});
			var m = z(f, 2), h = z(I(m));
			O(m);
			var g = z(m, 2), _ = (e) => {
				var t = ka(), n = R(t, !0);
				B(() => q(n, U(i).name)), K(e, t);
			};
			J(g, (e) => {
				U(i) && e(_);
			}), O(d);
			var v = z(d, 2), y = (e) => {
				var t = Aa(), n = R(t, !0);
				B(() => q(n, U(o).message)), K(e, t);
			};
			J(v, (e) => {
				U(o) && e(y);
			});
			var b = z(v, 2), x = (e) => {
				K(e, ja());
			};
			J(b, (e) => {
				U(s) || e(x);
			});
			var S = z(b, 2), C = (e) => {
				var t = Fa(), n = L(t), r = I(n), i = (e) => {
					var t = Ma(), n = z(L(t));
					B(() => q(n, ` No formula tells them apart${U(a).pointed ? " at the actual worlds" : ""}; dashed lines join
        bisimilar worlds.`)), K(e, t);
				}, o = (e) => {
					var t = Na(), n = z(L(t), 2);
					Ea(n, { get text() {
						return U(a).formula;
					} });
					var r = z(n), i = z(r);
					B(() => q(r, ` is ${U(a).pointed ? "true at the actual world" : "true"} on the left and not on the right. `)), W("click", i, () => u(U(a).formula)), K(e, t);
				}, s = (e) => {
					K(e, Pa());
				};
				J(r, (e) => {
					U(a).same ? e(i) : U(a).formula ? e(o, 1) : e(s, -1);
				});
				var c = R(z(r, 2));
				O(n);
				var l = z(n, 2);
				B((e, t) => {
					q(c, `Atoms that count: ${e ?? ""}.`), Q(l, "src", t);
				}, [() => U(a).atoms.join(", ") || "none", () => ha(U(a).svg)]), K(e, t);
			};
			J(S, (e) => {
				U(a) && e(C);
			}), W("change", h, l), K(e, c);
		},
		$$slots: { default: !0 }
	}), A();
}
hr(["change", "click"]);
// src/parts/Library.svelte
var za = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), Ba = /* @__PURE__ */ G("<button class=\"svelte-ww6ogl\"> </button>"), Va = /* @__PURE__ */ G("<!> <h3 class=\"svelte-ww6ogl\">Start new</h3> <div class=\"tiles svelte-ww6ogl\"></div> <h3 class=\"svelte-ww6ogl\">Puzzles, told step by step</h3> <div class=\"tiles svelte-ww6ogl\"></div>", 1), Ha = {
	hash: "svelte-ww6ogl",
	code: "h3.svelte-ww6ogl {margin:16px 0 8px;font-size:15px;}.tiles.svelte-ww6ogl {display:grid;grid-template-columns:repeat(auto-fill, minmax(200px, 1fr));gap:8px;}.tiles.svelte-ww6ogl button:where(.svelte-ww6ogl) {min-height:48px;text-align:left;}"
};
function Ua(e, t) {
	k(t, !0), X(e, Ha);
	let n = {
		"Knowledge: two worlds, two agents": Bi,
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
	Di(async () => {
		try {
			F(r, (await Pi("library", {})).puzzles);
		} catch (e) {
			F(i, zi(e));
		}
	});
	async function a(e) {
		try {
			let n = await Pi("library", { name: e }), r = n.steps.find((e) => e.model)?.model;
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
			F(i, zi(e));
		}
	}
	async function o(e, n) {
		t.close(), $.formula = "K_a p", await $.show(n, e);
	}
	va(e, {
		title: "Library",
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var s = Va(), c = L(s), l = (e) => {
				var t = za(), n = R(t, !0);
				B(() => q(n, U(i).message)), K(e, t);
			};
			J(c, (e) => {
				U(i) && e(l);
			});
			var u = z(c, 4);
			Y(u, 21, () => Object.entries(n), ([e, t]) => e, (e, t) => {
				var n = /* @__PURE__ */ M(() => m(U(t), 2));
				let r = () => U(n)[0], i = () => U(n)[1];
				var a = Ba(), s = R(a, !0);
				B(() => q(s, r())), W("click", a, () => o(r(), i())), K(e, a);
			}), O(u);
			var d = z(u, 4);
			Y(d, 21, () => U(r), ({ name: e, title: t }) => e, (e, t) => {
				let n = () => U(t).name, r = () => U(t).title;
				var i = Ba(), o = R(i, !0);
				B(() => q(o, r())), W("click", i, () => a(n())), K(e, i);
			}), O(d), K(e, s);
		},
		$$slots: { default: !0 }
	}), A();
}
hr(["click"]);
// src/parts/Menu.svelte
var Wa = /* @__PURE__ */ G("<button class=\"quiet svelte-17dkck7\"> </button>"), Ga = /* @__PURE__ */ G("<div class=\"list svelte-17dkck7\"></div>"), Ka = /* @__PURE__ */ G("<button> </button>"), qa = /* @__PURE__ */ G("<input class=\"hidden\" type=\"file\" tabindex=\"-1\" aria-hidden=\"true\" accept=\".json,.txt,.smcdel,.graphml\"/> <button>Open</button> <div class=\"menu svelte-17dkck7\"><button aria-haspopup=\"true\">Save as</button> <!></div> <!>", 1), Ja = {
	hash: "svelte-17dkck7",
	code: ".menu.svelte-17dkck7 {position:relative;}.list.svelte-17dkck7 {position:absolute;right:0;z-index:3;display:grid;margin-top:4px;padding:6px;border:1px solid var(--line);border-radius:10px;background:var(--paper);box-shadow:0 10px 30px rgb(0 0 0 / 15%);}.list.svelte-17dkck7 button:where(.svelte-17dkck7) {text-align:left;}"
};
function Ya(e, t) {
	k(t, !0), X(e, Ja);
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
			let t = $.checked && $.part === 0 ? $.formula : null, n = await Pi("save", {
				model: $.model,
				format: e,
				highlight: t
			});
			ma(Uint8Array.from(atob(n.base64), (e) => e.charCodeAt(0)), n.type, n.name);
		} catch (e) {
			$.refused = zi(e) ?? $.refused;
		}
	}
	async function s() {
		let e = a.files?.[0];
		if (a.value = "", e) try {
			let { model: t } = await Pi("open", {
				name: e.name,
				text: await e.text()
			});
			await $.show(t, e.name);
		} catch (e) {
			$.refused = zi(e) ?? $.refused;
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
	var l = qa();
	mr("click", Yt, () => F(r, !1));
	var u = L(l);
	Ci(u, (e) => a = e, () => a);
	var d = z(u, 2), f = z(d, 2), p = I(f), m = z(p, 2), h = (e) => {
		var t = Ga();
		Y(t, 20, () => n, (e) => e, (e, t) => {
			var n = Wa(), r = R(n, !0);
			B((e) => q(r, e), [() => t.toUpperCase()]), W("click", n, () => o(t)), K(e, n);
		}), O(t), K(e, t);
	};
	J(m, (e) => {
		U(r) && e(h);
	}), O(f);
	var g = z(f, 2), _ = (e) => {
		var t = Ka(), n = R(t, !0);
		B(() => q(n, U(i) ? `Link ${U(i)}` : "Share")), W("click", t, c), K(e, t);
	};
	J(g, (e) => {
		$.embedded || e(_);
	}), B(() => Q(p, "aria-expanded", U(r))), W("change", u, s), W("click", d, () => a.click()), W("click", p, (e) => {
		e.stopPropagation(), F(r, !U(r));
	}), K(e, l), A();
}
hr(["change", "click"]);
// src/parts/DocumentNav.svelte
var Xa = /* @__PURE__ */ G("<nav aria-label=\"Document\" class=\"svelte-sysluq\"><button>Library</button> <button title=\"Ctrl+Z\">Undo</button> <button title=\"Ctrl+Shift+Z\">Redo</button> <button title=\"Large, without panels; Escape ends it\">Slide</button> <button>Compare</button> <!></nav> <!> <!>", 1), Za = {
	hash: "svelte-sysluq",
	code: "nav.svelte-sysluq {display:flex;flex-wrap:wrap;gap:6px;}"
};
function Qa(e, t) {
	k(t, !0), X(e, Za);
	let n = Ei(t, "slide", 15, !1), r = /* @__PURE__ */ P(!1), i = /* @__PURE__ */ P(!1);
	function a(e) {
		let t = e.composedPath()[0], r = t instanceof HTMLElement && t.matches("input, textarea, select");
		e.key === "Escape" && n() && n(!1), !r && (e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "z" && (e.preventDefault(), e.shiftKey ? $.redo() : $.undo());
	}
	var o = Xa();
	mr("keydown", Yt, a);
	var s = L(o), c = I(s), l = z(c, 2), u = z(l, 2), d = z(u, 2), f = z(d, 2);
	Ya(z(f, 2), {}), O(s);
	var p = z(s, 2), m = (e) => {
		Ra(e, { close: () => F(i, !1) });
	};
	J(p, (e) => {
		U(i) && e(m);
	});
	var h = z(p, 2), g = (e) => {
		Ua(e, { close: () => F(r, !1) });
	};
	J(h, (e) => {
		U(r) && e(g);
	}), B(() => {
		l.disabled = !$.canUndo, u.disabled = !$.undone.length, Q(d, "aria-pressed", n());
	}), W("click", c, () => F(r, !0)), W("click", l, () => $.undo()), W("click", u, () => $.redo()), W("click", d, () => n(!n())), W("click", f, () => F(i, !0)), K(e, o), A();
}
hr(["click"]);
// src/parts/Agents.svelte
var $a = /* @__PURE__ */ G("<button class=\"quiet small\">Close to S5</button>"), eo = /* @__PURE__ */ G("<p class=\"small pale\"> </p>"), to = /* @__PURE__ */ G("<li><b> </b> <span class=\"badge\"> </span> <!> <button class=\"quiet small\">Remove</button> <!></li>"), no = /* @__PURE__ */ G("<span class=\"badge\"> </span>"), ro = /* @__PURE__ */ G("<button class=\"small\"> </button>"), io = /* @__PURE__ */ G("<button class=\"quiet small\">All worlds</button>"), ao = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"agents-title\"><h2 id=\"agents-title\">Agents</h2> <ul class=\"svelte-anjw52\"></ul> <form class=\"row svelte-anjw52\"><input type=\"text\" placeholder=\"name\" aria-label=\"Name of a new agent\" class=\"svelte-anjw52\"/> <button>Add agent</button></form> <div class=\"row\" role=\"group\" aria-label=\"Eye view\"><span class=\"small pale\">Through the eyes of</span> <!> <!> <!></div></section>"), oo = {
	hash: "svelte-anjw52",
	code: "ul.svelte-anjw52 {margin:0;padding:0;list-style:none;display:grid;gap:4px;}form.svelte-anjw52 input:where(.svelte-anjw52) {width:140px;}"
};
function so(e, t) {
	k(t, !0), X(e, oo);
	let n = /* @__PURE__ */ P(""), r = /* @__PURE__ */ M(() => Vi($.model)), i = /* @__PURE__ */ M(() => $.picture?.frames ?? {});
	async function a(e) {
		e.preventDefault();
		let t = U(n).trim();
		/^\w+$/.test(t) && !U(r).includes(t) && (F(n, ""), await $.become(Qi($.model, t), `new agent ${t}`));
	}
	var o = ao(), s = z(I(o), 2);
	Y(s, 20, () => U(r), (e) => e, (e, t) => {
		var n = to(), r = I(n), a = R(r, !0), o = z(r, 2), s = R(o, !0), c = z(o, 2), l = (e) => {
			var n = $a();
			W("click", n, () => $.become(ta($.model, t), `${t}: closed to S5`)), K(e, n);
		};
		J(c, (e) => {
			U(i)[t] && U(i)[t].system !== "S5" && e(l);
		});
		var u = z(c, 2), d = z(u, 2), f = (e) => {
			var n = eo(), r = R(n, !0);
			B(() => q(r, U(i)[t].fails)), K(e, n);
		};
		J(d, (e) => {
			U(i)[t]?.fails && e(f);
		}), O(n), B(() => {
			q(a, t), Q(o, "title", U(i)[t]?.fails), q(s, U(i)[t]?.system ?? "…"), Q(u, "aria-label", `Remove agent ${t ?? ""}`);
		}), W("click", u, () => $.become($i($.model, t), `without ${t}`)), K(e, n);
	}), O(s);
	var c = z(s, 2), l = I(c);
	Z(l);
	var u = z(l, 2);
	O(c);
	var d = z(c, 2), f = z(I(d), 2);
	Y(f, 17, () => $.eye, Lr, (e, t) => {
		var n = no(), r = R(n, !0);
		B(() => q(r, U(t))), K(e, n);
	});
	var p = z(f, 2);
	Y(p, 16, () => U(r), (e) => e, (e, t) => {
		var n = ro(), r = R(n);
		B(() => {
			n.disabled = !$.here, q(r, `+ ${t ?? ""}`);
		}), W("click", n, () => $.eye = [...$.eye, t]), K(e, n);
	});
	var m = z(p, 2), h = (e) => {
		var t = io();
		W("click", t, () => $.eye = []), K(e, t);
	};
	J(m, (e) => {
		$.eye.length && e(h);
	}), O(d), O(o), B((e) => u.disabled = e, [() => !/^\w+$/.test(U(n).trim())]), mr("submit", c, a), hi(l, () => U(n), (e) => F(n, e)), K(e, o), A();
}
hr(["click"]);
// src/lib/events.ts
function co(e) {
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
function lo(e) {
	let t = e.boxes.length, n = uo(e.boxes.map((e) => e.name)), r = Object.fromEntries(Object.entries(e.sees).map(([e, n]) => [e, [...n, [t]]]));
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
function uo(e) {
	for (let t = 1;; t++) if (!e.includes(`e${t}`)) return `e${t}`;
}
function fo(e, t) {
	let n = (e) => e.filter((e) => e !== t).map((e) => e > t ? e - 1 : e), r = (e) => e.filter((e, n) => n !== t), i = Object.fromEntries(Object.entries(e.sees).map(([e, t]) => [e, r(t).map(n)])), a = e.happens === null || e.happens === t ? null : e.happens - Number(e.happens > t);
	return {
		boxes: r(e.boxes),
		sees: i,
		happens: a
	};
}
function po(e, t, n, r) {
	let i = e.sees[t] ?? e.boxes.map(() => []), a = i[n].includes(r) ? i[n].filter((e) => e !== r) : [...i[n], r].sort((e, t) => e - t);
	return {
		...e,
		sees: {
			...e.sees,
			[t]: i.map((e, t) => t === n ? a : e)
		}
	};
}
function mo(e, t) {
	let n = e.boxes.map(({ name: e }) => ho(e)), r = e.boxes.map(({ pre: e, post: t }, r) => {
		let i = t.trim() ? `; ${t.trim().replace(/^;|;$/g, "")}` : "";
		return `event ${n[r]}: pre ${e.trim() || "true"}${i}`;
	});
	e.happens !== null && r.push(`actual: ${n[e.happens]}`);
	for (let i of t) {
		let t = (e.sees[i] ?? e.boxes.map((e, t) => [t])).flatMap((e, t) => e.length ? [`${n[t]} -> ${e.map((e) => n[e]).join(" ")}`] : []);
		r.push(`agent ${ho(i)}: ${t.join(" | ")}`);
	}
	return r.join("\n");
}
function ho(e) {
	return /^[\p{L}\p{N}_'.·]+$/u.test(e) ? e : JSON.stringify(e);
}
// src/parts/EventBoxes.svelte
var go = /* @__PURE__ */ G("<button type=\"button\" class=\"svelte-1dupc01\"> </button>"), _o = /* @__PURE__ */ G("<div class=\"row small svelte-1dupc01\" role=\"group\"><strong> </strong> considers possible <!></div>"), vo = /* @__PURE__ */ G("<fieldset><legend class=\"hidden\"> </legend> <div class=\"row\"><input type=\"text\" class=\"name svelte-1dupc01\"/> <button type=\"button\" class=\"quiet\">×</button></div> <input type=\"text\" placeholder=\"precondition\" spellcheck=\"false\"/> <input type=\"text\" placeholder=\"changes, such as q := true\" spellcheck=\"false\"/> <label class=\"small\"><input type=\"radio\" name=\"happens\"/> it happens</label> <!></fieldset>"), yo = /* @__PURE__ */ G("<div class=\"boxes svelte-1dupc01\"></div> <div class=\"row\"><button type=\"button\">Add an event</button> <label class=\"small\"><input type=\"radio\" name=\"happens\"/> the preconditions decide which happens</label></div>", 1), bo = {
	hash: "svelte-1dupc01",
	code: ".boxes.svelte-1dupc01 {display:grid;gap:10px;}fieldset.svelte-1dupc01 {display:grid;gap:6px;margin:0;padding:10px;border:1.5px solid var(--ink);border-radius:4px;}.happens.svelte-1dupc01 {outline:1.5px solid var(--ink);outline-offset:3px;}.name.svelte-1dupc01 {flex:1;width:auto;font-weight:600;}.row.small.svelte-1dupc01 button:where(.svelte-1dupc01) {min-height:26px;padding:0 8px;}"
};
function xo(e, t) {
	k(t, !0), X(e, bo);
	let n = Ei(t, "text", 15), r = /* @__PURE__ */ P(Kt(co(t.agents)));
	hn(() => {
		n(mo(U(r), t.agents));
	});
	let i = (e, t) => U(r).sees[e]?.[t] ?? [t];
	var a = yo(), o = L(a);
	Y(o, 21, () => U(r).boxes, Lr, (e, n, a) => {
		var o = vo();
		let s;
		var c = I(o), l = R(c), u = z(c, 2), d = I(u);
		Z(d), Q(d, "aria-label", `Name of event ${a + 1}`);
		var f = z(d, 2);
		O(u);
		var p = z(u, 2);
		Z(p);
		var m = z(p, 2);
		Z(m);
		var h = z(m, 2), g = I(h);
		Z(g), we(), O(h), Y(z(h, 2), 16, () => t.agents, (e) => e, (e, t) => {
			var o = _o(), s = I(o), c = R(s, !0);
			Y(z(s, 2), 17, () => U(r).boxes, Lr, (e, n, o) => {
				var s = go(), c = R(s, !0);
				B((e) => {
					Q(s, "aria-pressed", e), q(c, U(n).name);
				}, [() => i(t, a).includes(o)]), W("click", s, () => F(r, po(U(r), t, a, o), !0)), K(e, s);
			}), O(o), B(() => {
				Q(o, "aria-label", `When ${U(n).name ?? ""} happens, ${t ?? ""} considers possible`), q(c, t);
			}), K(e, o);
		}), O(o), B(() => {
			s = Qr(o, 1, "svelte-1dupc01", null, s, { happens: U(r).happens === a }), q(l, `Event ${U(n).name ?? ""}`), Q(f, "aria-label", `Remove event ${U(n).name ?? ""}`), f.disabled = U(r).boxes.length === 1, Q(p, "aria-label", `Precondition of ${U(n).name ?? ""}`), Q(m, "aria-label", `Postconditions of ${U(n).name ?? ""}`), di(g, U(r).happens === a);
		}), hi(d, () => U(n).name, (e) => U(n).name = e), W("click", f, () => F(r, fo(U(r), a), !0)), hi(p, () => U(n).pre, (e) => U(n).pre = e), hi(m, () => U(n).post, (e) => U(n).post = e), W("change", g, () => U(r).happens = a), K(e, o);
	}), O(o);
	var s = z(o, 2), c = I(s), l = z(c, 2), u = I(l);
	Z(u), we(), O(l), O(s), B(() => di(u, U(r).happens === null)), W("click", c, () => F(r, lo(U(r)), !0)), W("change", u, () => U(r).happens = null), K(e, a), A();
}
hr(["click", "change"]);
// src/parts/Steps.svelte
var So = /* @__PURE__ */ G("<div class=\"problem\" role=\"alert\"> </div>"), Co = /* @__PURE__ */ G("<img alt=\"The model before, what happens, and the model after\" class=\"svelte-x796el\"/> <div class=\"row\"><button class=\"primary\">Do it</button></div>", 1), wo = /* @__PURE__ */ G("<p role=\"status\" class=\"pale\">It is being drawn …</p>"), To = /* @__PURE__ */ G("<!> <!>", 1), Eo = {
	hash: "svelte-x796el",
	code: "img.svelte-x796el {display:block;max-width:100%;max-height:70vh;margin:0 auto 12px;}"
};
function Do(e, t) {
	k(t, !0), X(e, Eo);
	let n = /* @__PURE__ */ P(""), r = /* @__PURE__ */ P(null);
	Di(async () => {
		try {
			F(n, (await Pi("steps", {
				model: $.model,
				change: t.change
			})).svg, !0);
		} catch (e) {
			F(r, zi(e));
		}
	});
	async function i() {
		let [e, n] = [t.change, t.label];
		t.close(), await $.happen(e, n);
	}
	va(e, {
		get title() {
			return t.label;
		},
		get close() {
			return t.close;
		},
		children: (e, t) => {
			var a = To(), o = L(a), s = (e) => {
				var t = So(), n = R(t, !0);
				B(() => q(n, U(r).message)), K(e, t);
			};
			J(o, (e) => {
				U(r) && e(s);
			});
			var c = z(o, 2), l = (e) => {
				var t = Co(), r = L(t), a = R(z(r, 2));
				B((e) => Q(r, "src", e), [() => ha(U(n))]), W("click", a, i), K(e, t);
			}, u = (e) => {
				K(e, wo());
			};
			J(c, (e) => {
				U(n) ? e(l) : U(r) || e(u, 1);
			}), K(e, a);
		},
		$$slots: { default: !0 }
	}), A();
}
hr(["click"]);
// src/parts/Changes.svelte
var Oo = /* @__PURE__ */ G("<option> </option>"), ko = /* @__PURE__ */ G("<select aria-label=\"Atom\"></select> becomes", 1), Ao = /* @__PURE__ */ G("<option>someone outside</option>"), jo = /* @__PURE__ */ G("<select><!><!></select>"), Mo = /* @__PURE__ */ G("<textarea rows=\"6\" aria-label=\"Event model\" spellcheck=\"false\" class=\"svelte-7q06j\"></textarea>"), No = /* @__PURE__ */ G("<input type=\"text\" class=\"entry svelte-7q06j\" aria-label=\"What is said or seen\" spellcheck=\"false\" autocomplete=\"off\"/>"), Po = /* @__PURE__ */ G("<label><input type=\"checkbox\"/> </label>"), Fo = /* @__PURE__ */ G("<div class=\"row\" role=\"group\" aria-label=\"Agents\"></div>"), Io = /* @__PURE__ */ G("<label class=\"small\"><input type=\"checkbox\"/> the others notice</label>"), Lo = /* @__PURE__ */ G("<label class=\"small\"><input type=\"checkbox\"/> radical: all these worlds go before the others</label>"), Ro = /* @__PURE__ */ G("<div class=\"row small\"><label>gain <input type=\"number\" min=\"0\" max=\"1\" step=\"0.05\" class=\"svelte-7q06j\"/></label> <label>loss <input type=\"number\" min=\"0\" max=\"1\" step=\"0.05\" class=\"svelte-7q06j\"/></label></div>"), zo = /* @__PURE__ */ G("<form class=\"card\" aria-labelledby=\"change-title\"><h2 id=\"change-title\">Change</h2> <div class=\"row\"><select aria-label=\"What happens\"></select> <!> <!></div> <!> <!> <!> <!> <!> <div class=\"row\"><button class=\"primary\">Do it</button> <button type=\"button\">Side by side</button> <button type=\"button\">Contract</button> <button type=\"button\">Only reachable</button></div></form> <!>", 1), Bo = {
	hash: "svelte-7q06j",
	code: ".entry.svelte-7q06j,\n  textarea.svelte-7q06j {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:14px;}input[type=\"number\"].svelte-7q06j {width:80px;padding:4px 6px;}"
};
function Vo(e, t) {
	k(t, !0), X(e, Bo);
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
	}, i = /* @__PURE__ */ P("announce"), a = /* @__PURE__ */ P("p"), o = /* @__PURE__ */ P(Kt([])), s = /* @__PURE__ */ P(""), c = /* @__PURE__ */ P(!0), l = /* @__PURE__ */ P(!0), u = /* @__PURE__ */ P(""), d = /* @__PURE__ */ P(.2), f = /* @__PURE__ */ P(.2), p = /* @__PURE__ */ P("event yes: pre p\nevent no: pre ~p\na: yes | no\nothers: yes no"), h = /* @__PURE__ */ P(""), g = /* @__PURE__ */ P(null), _ = /* @__PURE__ */ M(() => Vi($.model)), v = /* @__PURE__ */ M(() => Hi($.model)), y = /* @__PURE__ */ M(() => U(o).filter((e) => U(_).includes(e))), b = /* @__PURE__ */ M(() => [
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
	var C = zo(), w = L(C), ee = z(I(w), 2), te = I(ee);
	Y(te, 21, () => Object.entries(r), ([e, t]) => e, (e, t) => {
		var n = /* @__PURE__ */ M(() => m(U(t), 2));
		let r = () => U(n)[0], i = () => U(n)[1];
		var a = Oo(), o = R(a, !0), s = {};
		B(() => {
			q(o, i()), s !== (s = r()) && (a.value = (a.__value = s) ?? "");
		}), K(e, a);
	}), O(te), ni(te);
	var ne = z(te, 2), re = (e) => {
		var t = ko(), n = L(t);
		Y(n, 20, () => U(v), (e) => e, (e, t) => {
			var n = Oo(), r = R(n, !0), i = {};
			B(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), O(n), ni(n), we(), ri(n, () => U(u), (e) => F(u, e)), K(e, t);
	};
	J(ne, (e) => {
		U(i) === "set" && e(re);
	});
	var ie = z(ne, 2), ae = (e) => {
		var t = jo(), n = I(t), r = (e) => {
			var t = Ao();
			t.value = t.__value = "", K(e, t);
		};
		J(n, (e) => {
			U(i) === "say" && e(r);
		}), Y(z(n), 16, () => U(_), (e) => e, (e, t) => {
			var n = Oo(), r = R(n, !0), i = {};
			B(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), O(t), ni(t), B(() => Q(t, "aria-label", U(i) === "say" ? "Speaker" : "Agent")), ri(t, () => U(s), (e) => F(s, e)), K(e, t);
	};
	J(ie, (e) => {
		(U(i) === "say" || U(i) === "evidence") && e(ae);
	}), O(ee);
	var oe = z(ee, 2), se = (e) => {
		xo(e, {
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
	}, ce = (e) => {
		var t = Mo();
		$e(t), hi(t, () => U(p), (e) => F(p, e)), K(e, t);
	}, le = (e) => {
		var t = No();
		Z(t), hi(t, () => U(a), (e) => F(a, e)), K(e, t);
	};
	J(oe, (e) => {
		U(i) === "boxes" ? e(se) : U(i) === "events" ? e(ce, 1) : e(le, -1);
	});
	var ue = z(oe, 2), de = (e) => {
		var t = Fo();
		Y(t, 20, () => U(_), (e) => e, (e, t) => {
			var r = Po(), i = I(r);
			Z(i);
			var a, s = z(i);
			O(r), B(() => {
				a !== (a = t) && (i.value = (i.__value = a) ?? ""), q(s, ` ${t ?? ""}`);
			}), _i(n, [], i, () => U(o), (e) => F(o, e)), K(e, r);
		}), O(t), K(e, t);
	};
	J(ue, (e) => {
		U(b) && e(de);
	});
	var fe = z(ue, 2), pe = (e) => {
		var t = Io(), n = I(t);
		Z(n), we(), O(t), vi(n, () => U(c), (e) => F(c, e)), K(e, t);
	};
	J(fe, (e) => {
		U(i) === "peek" && e(pe);
	});
	var me = z(fe, 2), he = (e) => {
		var t = Lo(), n = I(t);
		Z(n), we(), O(t), vi(n, () => U(l), (e) => F(l, e)), K(e, t);
	};
	J(me, (e) => {
		U(i) === "upgrade" && e(he);
	});
	var T = z(me, 2), ge = (e) => {
		var t = Ro(), n = I(t), r = z(I(n));
		Z(r), O(n);
		var i = z(n, 2), a = z(I(i));
		Z(a), O(i), O(t), hi(r, () => U(d), (e) => F(d, e)), hi(a, () => U(f), (e) => F(f, e)), K(e, t);
	};
	J(T, (e) => {
		U(i) === "evidence" && e(ge);
	});
	var _e = z(T, 2), ve = I(_e), ye = z(ve, 2), be = z(ye, 2), E = z(be, 2);
	O(_e), O(w);
	var xe = z(w, 2), D = (e) => {
		Do(e, {
			get change() {
				return U(g)[0];
			},
			get label() {
				return U(g)[1];
			},
			close: () => F(g, null)
		});
	};
	J(xe, (e) => {
		U(g) && e(D);
	}), B(() => {
		ve.disabled = U(b) && !U(y).length, ye.disabled = U(b) && !U(y).length, E.disabled = !$.here;
	}), mr("submit", w, S), ri(te, () => U(i), (e) => F(i, e)), W("click", ye, () => F(g, x())), W("click", be, () => $.happen({ kind: "contract" }, "bisimilar worlds merged")), W("click", E, () => $.happen({
		kind: "generated",
		at: $.here
	}, `reachable from ${$.here}`)), K(e, C), A();
}
hr(["click"]);
// src/parts/Reasons.svelte
var Ho = /* @__PURE__ */ G("<b> </b>"), Uo = /* @__PURE__ */ G("<li><button class=\"quiet svelte-g72hdb\"><!> </button></li>"), Wo = /* @__PURE__ */ G("<ol class=\"reasons svelte-g72hdb\" aria-label=\"Reasons\"></ol>"), Go = {
	hash: "svelte-g72hdb",
	code: ".reasons.svelte-g72hdb {margin:0;padding:0;list-style:none;}button.svelte-g72hdb {width:100%;text-align:left;padding:4px 6px;font-size:14px;overflow-wrap:anywhere;}.yes.svelte-g72hdb {color:var(--good);}.no.svelte-g72hdb {color:var(--bad);}.depth-1.svelte-g72hdb {margin-left:14px;}.depth-2.svelte-g72hdb {margin-left:28px;}.depth-3.svelte-g72hdb {margin-left:42px;}.depth-4.svelte-g72hdb {margin-left:56px;}.depth-5.svelte-g72hdb {margin-left:70px;}.depth-6.svelte-g72hdb {margin-left:84px;}"
};
function Ko(e, t) {
	k(t, !0), X(e, Go);
	function n(e) {
		let n = (e.path ?? []).map(([, e]) => e), r = t.reasons.slice(t.reasons.indexOf(e) + 1), i = r.findIndex((t) => t.depth <= e.depth), a = (i < 0 ? r : r.slice(0, i)).filter((t) => t.depth === e.depth + 1);
		return [.../* @__PURE__ */ new Set([
			e.world,
			...n,
			...a.map((e) => e.world)
		])].filter((e) => e !== void 0);
	}
	var r = Wo();
	Y(r, 21, () => t.reasons, Lr, (e, t) => {
		var r = Uo(), i = I(r), a = I(i), o = (e) => {
			var n = Ho(), r = R(n, !0);
			B(() => {
				Qr(n, 1, Yr(U(t).holds ? "yes" : "no"), "svelte-g72hdb"), q(r, U(t).holds ? "✓" : "✗");
			}), K(e, n);
		};
		J(a, (e) => {
			U(t).holds !== void 0 && e(o);
		});
		var s = z(a);
		O(i), O(r), B((e) => {
			Qr(r, 1, `depth-${e ?? ""}`, "svelte-g72hdb"), q(s, ` ${U(t).text ?? ""}`);
		}, [() => Math.min(U(t).depth, 6)]), mr("mouseenter", i, () => $.lit = n(U(t))), mr("mouseleave", i, () => $.lit = []), mr("focus", i, () => $.lit = n(U(t))), mr("blur", i, () => $.lit = []), W("click", i, () => $.selected = U(t).world ?? null), K(e, r);
	}), O(r), K(e, r), A();
}
hr(["click"]);
// src/parts/Formula.svelte
var qo = (e, t = d) => {
	var n = Er(), r = L(n), i = (e) => {
		var n = Er();
		Y(L(n), 17, () => xa(t()), Lr, (e, t) => {
			var n = /* @__PURE__ */ M(() => m(U(t), 2));
			let r = () => U(n)[0], i = () => U(n)[1];
			we();
			var a = Yo(), o = L(a, !0), s = z(o), c = (e) => {
				var t = Jo(), n = R(t, !0);
				B(() => q(n, i())), K(e, t);
			};
			J(s, (e) => {
				i() && e(c);
			}), B(() => q(o, r())), K(e, a);
		}), K(e, n);
	}, a = (e) => {
		var n = Xo();
		let r;
		Y(n, 21, () => t().pieces, Lr, (e, t) => {
			qo(e, () => U(t));
		}), O(n), B(() => r = Qr(n, 1, "part svelte-1kfifdq", null, r, { on: $.part === t().part && t().part > 0 })), W("mouseover", n, (e) => {
			e.stopPropagation(), $.part = t().part;
		}), mr("focus", n, () => void 0), K(e, n);
	};
	J(r, (e) => {
		typeof t() == "string" ? e(i) : e(a, -1);
	}), K(e, n);
}, Jo = /* @__PURE__ */ G("<sub class=\"svelte-1kfifdq\"> </sub>"), Yo = /* @__PURE__ */ G(" <!>", 1), Xo = /* @__PURE__ */ G("<span role=\"presentation\"></span>"), Zo = /* @__PURE__ */ G("<span class=\"caret svelte-1kfifdq\"> <mark class=\"svelte-1kfifdq\"> </mark> </span>"), Qo = /* @__PURE__ */ G("<br/><b>Hint:</b> ", 1), $o = /* @__PURE__ */ G("<div class=\"problem\"><!> <!><!></div>"), es = /* @__PURE__ */ G("<!> ", 1), ts = /* @__PURE__ */ G("<span> </span>"), ns = /* @__PURE__ */ G("<span class=\"badge good\">true at all worlds</span>"), rs = /* @__PURE__ */ G("<!> <!>", 1), is = /* @__PURE__ */ G("<option> </option>"), as = /* @__PURE__ */ G("<div class=\"math shown svelte-1kfifdq\" tabindex=\"0\" role=\"group\" aria-label=\"The formula; arrow keys go through its parts\"><!></div> <p class=\"small\" aria-live=\"polite\"><!></p> <div class=\"row\"><button> </button> <button>Valid in</button> <select aria-label=\"Logic\"></select></div>", 1), os = /* @__PURE__ */ G("<pre class=\"svelte-1kfifdq\"> </pre>"), ss = /* @__PURE__ */ G("<button>Open the countermodel</button>"), cs = /* @__PURE__ */ G("<div class=\"proof svelte-1kfifdq\" role=\"status\"><p class=\"row\"><span> </span> <span class=\"small\"> </span></p> <!> <!> <!></div>"), ls = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"formula-title\"><h2 id=\"formula-title\">Formula</h2> <input type=\"text\" class=\"entry svelte-1kfifdq\" aria-label=\"Formula\" aria-describedby=\"formula-mistake\" placeholder=\"K_a (p -> q)\" spellcheck=\"false\" autocomplete=\"off\"/> <div id=\"formula-mistake\" aria-live=\"polite\"><!></div> <!> <!> <!></section>"), us = {
	hash: "svelte-1kfifdq",
	code: ".entry.svelte-1kfifdq {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:15px;}.shown.svelte-1kfifdq {padding:6px 4px;line-height:1.7;overflow-wrap:anywhere;}.part.svelte-1kfifdq {border-radius:4px;}sub.svelte-1kfifdq {font-size:72%;}.part.on.svelte-1kfifdq {background:var(--true);}.caret.svelte-1kfifdq {display:block;font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;}mark.svelte-1kfifdq {background:#f3b5b0;}.proof.svelte-1kfifdq {display:grid;gap:8px;}pre.svelte-1kfifdq {max-height:300px;margin:0;padding:10px;overflow:auto;border-radius:6px;background:var(--ground);font:13px/1.5 var(--sans);white-space:pre-wrap;}"
};
function ds(e, t) {
	k(t, !0), X(e, us);
	let n = [
		"S5",
		"KD45",
		"K45",
		"S4",
		"KT",
		"KD",
		"K"
	], r = /* @__PURE__ */ P("S5"), i = /* @__PURE__ */ M(() => $.checked), a = /* @__PURE__ */ M(() => U(i) ? ya(U(i).text, U(i).rows) : ""), o = /* @__PURE__ */ M(() => U(i)?.rows[$.part]), s = /* @__PURE__ */ M(() => $.mistake?.position);
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
	var u = ls(), d = z(I(u), 2);
	Z(d);
	var f = z(d, 2), p = I(f), m = (e) => {
		var t = $o(), n = I(t), r = (e) => {
			var t = Zo(), n = I(t, !0), r = z(n), i = R(r, !0), a = z(r, 1, !0);
			O(t), B((e, t, r) => {
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
			var t = Tr();
			B((e) => q(t, `; expected ${e ?? ""}`), [() => $.mistake.expected.join(" or ")]), K(e, t);
		};
		J(a, (e) => {
			$.mistake.expected?.length && e(o);
		});
		var c = z(a), l = (e) => {
			var t = Qo(), n = z(L(t), 2);
			B(() => q(n, ` ${$.mistake.hint ?? ""}`)), K(e, t);
		};
		J(c, (e) => {
			$.mistake.hint && e(l);
		}), O(t), B(() => q(i, $.mistake.message)), K(e, t);
	};
	J(p, (e) => {
		$.mistake && e(m);
	}), O(f);
	var h = z(f, 2), g = (e) => {
		var t = as(), s = L(t);
		qo(I(s), () => U(a)), O(s);
		var l = z(s, 2), u = I(l), d = (e) => {
			var t = es(), n = L(t);
			{
				let e = /* @__PURE__ */ M(() => U(i).text.slice(U(o).start, U(o).end));
				Ea(n, { get text() {
					return U(e);
				} });
			}
			var r = z(n);
			B(() => q(r, ` holds at ${U(o).worlds.length ?? ""}
        ${U(o).after ? `of the ${U(o).left} worlds that are left after the announcement` : "worlds"}`)), K(e, t);
		}, f = (e) => {
			var t = rs(), n = L(t), r = (e) => {
				var t = ts(), n = R(t);
				B(() => {
					Qr(t, 1, `badge ${U(i).actual ? "good" : "bad"}`), q(n, `${U(i).actual ? "true" : "false"} at ${(($.model.actual?.length ?? 0) > 16 ? "the actual world" : $.model.actual) ?? ""}`);
				}), K(e, t);
			};
			J(n, (e) => {
				U(i).actual !== null && e(r);
			});
			var a = z(n, 2), s = (e) => {
				K(e, ns());
			}, c = (e) => {
				var t = Tr();
				B((e) => q(t, `true at ${U(o).worlds.length ?? ""} of
          ${e ?? ""} worlds`), [() => Object.keys($.model.worlds).length]), K(e, t);
			};
			J(a, (e) => {
				U(i).valid ? e(s) : e(c, -1);
			}), K(e, t);
		};
		J(u, (e) => {
			$.part ? e(d) : e(f, -1);
		}), O(l);
		var p = z(l, 2), m = I(p), h = R(m), g = z(m, 2), _ = z(g, 2);
		Y(_, 20, () => n, (e) => e, (e, t) => {
			var n = is(), r = R(n, !0), i = {};
			B(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), O(_), ni(_), O(p), B(() => q(h, `Why at ${$.hereText ?? ""}?`)), W("keydown", s, c), mr("mouseleave", s, () => $.part = 0), W("click", m, () => void $.why()), W("click", g, () => void $.prove(U(r))), ri(_, () => U(r), (e) => F(r, e)), K(e, t);
	};
	J(h, (e) => {
		U(i) && U(o) && e(g);
	});
	var _ = z(h, 2), v = (e) => {
		Ko(e, { get reasons() {
			return $.reasons;
		} });
	};
	J(_, (e) => {
		$.reasons && e(v);
	});
	var y = z(_, 2), b = (e) => {
		var t = cs(), n = I(t), r = I(n), i = R(r, !0), a = R(z(r, 2), !0);
		O(n);
		var o = z(n, 2), s = (e) => {
			var t = os(), n = R(t, !0);
			B(() => q(n, $.proved.proof)), K(e, t);
		};
		J(o, (e) => {
			$.proved.proof && e(s);
		});
		var c = z(o, 2), u = (e) => {
			var t = os(), n = R(t, !0);
			B(() => q(n, $.proved.why)), K(e, t);
		};
		J(c, (e) => {
			$.proved.why && e(u);
		});
		var d = z(c, 2), f = (e) => {
			var t = ss();
			W("click", t, l), K(e, t);
		};
		J(d, (e) => {
			$.proved.model && e(f);
		}), O(t), B(() => {
			Qr(r, 1, `badge ${$.proved.valid ? "good" : "bad"}`), q(i, $.proved.valid ? "valid" : "not valid"), q(a, $.proved.says);
		}), K(e, t);
	};
	J(y, (e) => {
		$.proved && e(b);
	}), O(u), B(() => {
		Q(d, "aria-invalid", $.mistake !== null), ui(d, $.formula);
	}), W("input", d, (e) => void $.type(e.currentTarget.value)), K(e, u), A();
}
hr([
	"mouseover",
	"input",
	"keydown",
	"click"
]);
// src/parts/Inspector.svelte
var fs = /* @__PURE__ */ G("<button> </button>"), ps = /* @__PURE__ */ G("<option> </option>"), ms = /* @__PURE__ */ G("<label class=\"small\"> <input type=\"number\" min=\"0\" max=\"99\" class=\"svelte-duhzvb\"/></label>"), hs = /* @__PURE__ */ G("<div class=\"row\" role=\"group\"></div> <div class=\"row\"><button>Make actual</button> <button>Remove</button></div> <div class=\"row\"><select aria-label=\"Agent of the arrow\"></select> <span>considers</span> <select aria-label=\"World at the end of the arrow\"></select> <button> </button></div> <details><summary class=\"small\">Plausibility (lower is more plausible)</summary> <div class=\"row ranks svelte-duhzvb\"></div></details> <form class=\"row svelte-duhzvb\"><input type=\"text\" placeholder=\"new name\" aria-label=\"New name of the world\" class=\"svelte-duhzvb\"/> <button>Rename</button></form>", 1), gs = /* @__PURE__ */ G("<p class=\"small pale\">Select a world in the picture to change what is true there.</p>"), _s = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"world-title\"><h2 id=\"world-title\"> </h2> <!> <form class=\"row svelte-duhzvb\"><input type=\"text\" placeholder=\"atom\" aria-label=\"Name of a new atom\" class=\"svelte-duhzvb\"/> <button>Add atom</button></form></section>"), vs = {
	hash: "svelte-duhzvb",
	code: ".ranks.svelte-duhzvb {margin-top:6px;}.ranks.svelte-duhzvb input:where(.svelte-duhzvb) {width:64px;}form.svelte-duhzvb input:where(.svelte-duhzvb) {width:140px;}"
};
function ys(e, t) {
	k(t, !0), X(e, vs);
	let n = /* @__PURE__ */ P(""), r = /* @__PURE__ */ P(""), i = /* @__PURE__ */ P(""), a = /* @__PURE__ */ P(""), o = /* @__PURE__ */ M(() => $.selected), s = /* @__PURE__ */ M(() => $.model), c = /* @__PURE__ */ M(() => Hi(U(s))), l = /* @__PURE__ */ M(() => Vi(U(s))), u = /* @__PURE__ */ M(() => U(l).includes(U(i)) ? U(i) : U(l)[0] ?? ""), d = /* @__PURE__ */ M(() => U(a) in U(s).worlds ? U(a) : Object.keys(U(s).worlds)[0] ?? ""), f = /* @__PURE__ */ M(() => Ui(U(s).relations[U(u)]).some(([e, t]) => e === U(o) && t === U(d)));
	async function p(e) {
		e.preventDefault();
		let t = U(n).trim();
		if (!U(o) || !t || t in U(s).worlds) return;
		let r = $.placesNow();
		r?.[U(o)] && (r[t] = r[U(o)]), F(n, ""), $.selected = t, await $.become(Yi(U(s), U(o), t), `${U(o)} is now ${t}`, r);
	}
	async function m(e) {
		e.preventDefault();
		let t = U(r).trim();
		t && (F(r, ""), await $.become(Zi(U(s), t), `new atom ${t}`));
	}
	async function h() {
		let e = $.picture?.frames[U(u)]?.system === "S5";
		await $.become(ea(U(s), U(u), U(o), U(d), e), `${U(u)}: ${U(o)} – ${U(d)}`);
	}
	var g = _s(), _ = I(g), v = R(_, !0), y = z(_, 2), b = (e) => {
		var t = hs(), r = L(t);
		Y(r, 20, () => U(c), (e) => e, (e, t) => {
			var n = fs(), r = R(n, !0);
			B((e) => {
				Q(n, "aria-pressed", e), q(r, t);
			}, [() => U(s).worlds[U(o)]?.includes(t) ?? !1]), W("click", n, () => $.become(Xi(U(s), U(o), t), `${t} at ${U(o)}`)), K(e, n);
		}), O(r);
		var d = z(r, 2), m = I(d), g = z(m, 2);
		O(d);
		var _ = z(d, 2), v = I(_);
		Y(v, 20, () => U(l), (e) => e, (e, t) => {
			var n = ps(), r = R(n, !0), i = {};
			B(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), O(v), ni(v);
		var y = z(v, 4);
		Y(y, 20, () => Object.keys(U(s).worlds), (e) => e, (e, t) => {
			var n = ps(), r = R(n, !0), i = {};
			B(() => {
				q(r, t), i !== (i = t) && (n.__value = i);
			}), K(e, n);
		}), O(y), ni(y);
		var b = z(y, 2), x = R(b, !0);
		O(_);
		var S = z(_, 2), C = z(I(S), 2);
		Y(C, 20, () => U(l), (e) => e, (e, t) => {
			var n = ms(), r = I(n), i = z(r);
			Z(i), O(n), B(() => {
				q(r, `${t ?? ""} `), ui(i, U(s).ranks?.[t]?.[U(o)] ?? 0);
			}), W("change", i, (e) => {
				let n = Math.round(Number(e.currentTarget.value));
				n >= 0 && n <= 99 && $.become(na(U(s), t, U(o), n), `rank ${n} for ${t} at ${U(o)}`);
			}), K(e, n);
		}), O(C), O(S);
		var w = z(S, 2), ee = I(w);
		Z(ee);
		var te = z(ee, 2);
		O(w), B((e, t) => {
			Q(r, "aria-label", `Atoms true at ${U(o) ?? ""}`), m.disabled = U(s).actual === U(o), g.disabled = e, b.disabled = !U(u), q(x, U(f) ? "impossible" : "possible"), te.disabled = t;
		}, [() => Object.keys(U(s).worlds).length < 2, () => !U(n).trim()]), W("click", m, () => $.become({
			...U(s),
			actual: U(o)
		}, `actual world ${U(o)}`)), W("click", g, () => $.become(Ji(U(s), U(o)), `without ${U(o)}`)), ri(v, () => U(i), (e) => F(i, e)), ri(y, () => U(a), (e) => F(a, e)), W("click", b, h), mr("submit", w, p), hi(ee, () => U(n), (e) => F(n, e)), K(e, t);
	}, x = (e) => {
		K(e, gs());
	};
	J(y, (e) => {
		U(o) ? e(b) : e(x, -1);
	});
	var S = z(y, 2), C = I(S);
	Z(C);
	var w = z(C, 2);
	O(S), O(g), B((e) => {
		q(v, U(o) ? `World ${U(o)}` : "Worlds"), w.disabled = e;
	}, [() => !U(r).trim()]), mr("submit", S, m), hi(C, () => U(r), (e) => F(r, e)), K(e, g), A();
}
hr(["click", "change"]);
// src/lib/eye.ts
function bs(e, t, n) {
	let r = /* @__PURE__ */ new Set([e]);
	for (let e of t) {
		let t = /* @__PURE__ */ new Set();
		for (let i of r) for (let r of n[e]?.[i] ?? []) t.add(r);
		r = t;
	}
	return r;
}
// src/lib/curves.ts
function xs([e, t, n, r]) {
	return `M${e} C${t} ${n} ${r}`;
}
function Ss(e, t, n = 3.2) {
	let [r, , , i] = e, a = Math.hypot(i[0] - r[0], i[1] - r[1]) || 1, o = [-(i[1] - r[1]) / a, (i[0] - r[0]) / a];
	return Array.from({ length: t }, (r, i) => {
		let a = (i - (t - 1) / 2) * n;
		return e.map(([e, t]) => [e + a * o[0], t + a * o[1]]);
	});
}
function Cs([e, t, n, r], i = 8) {
	let a = [
		n,
		t,
		e
	].find((e) => Math.hypot(r[0] - e[0], r[1] - e[1]) > .5) ?? e, o = Math.hypot(r[0] - a[0], r[1] - a[1]) || 1, [s, c] = [(r[0] - a[0]) / o, (r[1] - a[1]) / o], l = [r[0] - i * s, r[1] - i * c], u = i * .38;
	return `${r} ${l[0] - u * c},${l[1] + u * s} ${l[0] + u * c},${l[1] - u * s}`;
}
function ws([e, t, n, r]) {
	return [
		r,
		n,
		t,
		e
	];
}
function Ts(e, t) {
	let [n, r] = [Es(e, t), Es(t, e)], i = (e) => [n[0] + e * (r[0] - n[0]), n[1] + e * (r[1] - n[1])];
	return [
		n,
		i(1 / 3),
		i(2 / 3),
		r
	];
}
function Es(e, t) {
	let [n, r] = [t.x - e.x, t.y - e.y], i = Math.hypot(n, r) || 1, a = Math.min(e.width / 2 / Math.abs(n) * i, e.height / 2 / Math.abs(r) * i, Math.max(e.width, e.height) / 2 * 1.2);
	return [e.x + n / i * a, e.y + r / i * a];
}
// src/parts/Picture.svelte
var Ds = /* @__PURE__ */ G("<button class=\"svelte-baybvi\"><svg width=\"18\" height=\"10\" aria-hidden=\"true\" class=\"svelte-baybvi\"><line x1=\"0\" y1=\"5\" x2=\"18\" y2=\"5\" stroke-width=\"2.5\"></line></svg> </button>"), Os = /* @__PURE__ */ G("<button> </button>"), ks = /* @__PURE__ */ G("<div class=\"notice svelte-baybvi\"><div class=\"problem\" role=\"alert\"> </div> <div class=\"row\"><button>Merge bisimilar worlds</button> <button>Keep only reachable worlds</button> <!></div></div>"), As = /* @__PURE__ */ wr("<polygon></polygon>"), js = /* @__PURE__ */ wr("<path fill=\"none\"></path><!><!>", 1), Ms = /* @__PURE__ */ wr("<tspan> </tspan>"), Ns = /* @__PURE__ */ wr("<text class=\"agents svelte-baybvi\"></text>"), Ps = /* @__PURE__ */ wr("<g><!><!></g>"), Fs = /* @__PURE__ */ wr("<rect class=\"hub svelte-baybvi\" rx=\"9\"></rect><text class=\"agents svelte-baybvi\"></text>", 1), Is = /* @__PURE__ */ wr("<rect class=\"ring svelte-baybvi\"></rect>"), Ls = /* @__PURE__ */ wr("<text> </text>"), Rs = /* @__PURE__ */ wr("<g role=\"button\" tabindex=\"0\"><!><rect class=\"body svelte-baybvi\"></rect><!><title> </title></g>"), zs = /* @__PURE__ */ wr("<line class=\"draft svelte-baybvi\"></line>"), Bs = /* @__PURE__ */ G("Filled: <!> holds.", 1), Vs = /* @__PURE__ */ G("<div class=\"frame svelte-baybvi\"><div class=\"tools svelte-baybvi\" role=\"toolbar\" aria-label=\"Edit the picture\"><button title=\"Escape\" class=\"svelte-baybvi\">Move</button> <button title=\"n, then click where it goes\" class=\"svelte-baybvi\">New world</button> <!></div> <!> <svg role=\"group\"><g class=\"links svelte-baybvi\" aria-hidden=\"true\"><!><!></g><!><!></svg> <p class=\"legend small pale svelte-baybvi\">Double ring: the actual world. <!> <!></p></div>"), Hs = {
	hash: "svelte-baybvi",
	code: ".frame.svelte-baybvi {position:relative;display:grid;grid-template-rows:auto minmax(0, 1fr) auto;min-height:0;background:var(--paper);}.tools.svelte-baybvi {display:flex;flex-wrap:wrap;gap:6px;padding:10px 16px 0;}.tools.svelte-baybvi button:where(.svelte-baybvi) {display:inline-flex;align-items:center;gap:7px;}svg.svelte-baybvi {width:100%;height:100%;min-height:0;touch-action:none;user-select:none;}.tools.svelte-baybvi svg:where(.svelte-baybvi) {width:18px;height:10px;}svg.drawing.svelte-baybvi {cursor:crosshair;}.notice.svelte-baybvi {position:absolute;inset:60px 24px auto;display:grid;gap:10px;max-width:640px;}.world.svelte-baybvi {cursor:pointer;transition:transform 0.35s ease,\n      opacity 0.25s;}.world.still.svelte-baybvi {transition:none;}.world.svelte-baybvi:focus-visible {outline:none;}.world.svelte-baybvi:focus-visible .body:where(.svelte-baybvi) {stroke:#2f7de1;stroke-width:4;}.body.svelte-baybvi {fill:#fff;stroke:var(--ink);stroke-width:1.4;transition:fill 0.15s;}.ring.svelte-baybvi {fill:none;stroke:var(--ink);stroke-width:1.2;}.filled.svelte-baybvi .body:where(.svelte-baybvi) {fill:var(--true);}.selected.svelte-baybvi .body:where(.svelte-baybvi) {stroke:var(--accent);stroke-width:3;}.lit.svelte-baybvi .body:where(.svelte-baybvi) {stroke:var(--bad);stroke-width:3.5;}.faded.svelte-baybvi {opacity:0.16;}.links.svelte-baybvi g:where(.svelte-baybvi) {transition:opacity 0.25s;}text.svelte-baybvi {font:12px var(--sans);fill:var(--ink);text-anchor:middle;dominant-baseline:central;pointer-events:none;}text.name.svelte-baybvi {font-weight:600;font-size:13px;}text.remark.svelte-baybvi {fill:var(--pale);font-size:11px;}text.agents.svelte-baybvi {font-weight:600;paint-order:stroke;stroke:#fff;stroke-width:4;}.hub.svelte-baybvi {fill:#fff;stroke:#b9bfca;}.draft.svelte-baybvi {stroke-width:2.5;stroke-dasharray:4 4;}.legend.svelte-baybvi {padding:0 16px 8px;}"
};
function Us(e, t) {
	k(t, !0), X(e, Hs);
	let n, r = /* @__PURE__ */ P("move"), i = /* @__PURE__ */ P(null), a = /* @__PURE__ */ P(null), o = /* @__PURE__ */ M(() => $.picture), s = /* @__PURE__ */ M(() => Vi($.model)), c = /* @__PURE__ */ M(() => U(r).startsWith("arrow:") ? U(r).slice(6) : null), l = /* @__PURE__ */ M(() => (U(o)?.worlds ?? []).map((e) => U(i)?.name === e.name ? {
		...e,
		x: U(i).x,
		y: U(i).y
	} : {
		...e,
		y: -e.y
	})), u = /* @__PURE__ */ M(() => (U(o)?.hubs ?? []).map((e) => ({
		...e,
		y: -e.y
	}))), d = /* @__PURE__ */ M(() => (U(o)?.links ?? []).map((e) => ({
		link: e,
		curve: g(e)
	}))), f = /* @__PURE__ */ M(() => new Set($.checked?.rows[$.part]?.worlds ?? [])), p = /* @__PURE__ */ M(() => U(o)?.worlds.findIndex((e) => e.name === $.here) ?? -1), m = /* @__PURE__ */ M(() => $.eye.length && U(o) && U(p) >= 0 ? bs(U(p), $.eye, U(o).sees) : null), h = /* @__PURE__ */ M(() => _(U(o)?.worlds ?? []));
	function g(e) {
		let t = ([e, t]) => [e, -t];
		if (!(U(i) && [e.source, e.target].some((e) => U(o)?.worlds[e]?.name === U(i).name))) return e.curve.map(t);
		let n = [e.source, e.target].map((e) => U(l)[e] ?? U(u)[e - U(l).length]);
		if (e.kind !== "loop") return Ts(...n);
		let r = U(o).worlds[e.source];
		return e.curve.map(([e, t]) => [e - r.x + U(i).x, -t + r.y + U(i).y]);
	}
	function _(e) {
		let t = [...e, ...U(o)?.hubs ?? []], n = (U(o)?.links ?? []).flatMap((e) => e.curve), r = [...t.flatMap((e) => [e.x - e.width / 2, e.x + e.width / 2]), ...n.map(([e]) => e)], i = [...t.flatMap((e) => [-e.y - e.height / 2, -e.y + e.height / 2]), ...n.map(([, e]) => -e)];
		if (!r.length) return "0 0 560 400";
		let [a, s] = [Math.min(...r) - 30, Math.min(...i) - 30], [c, l] = [Math.max(...r) + 30 - a, Math.max(...i) + 30 - s], [u, d] = [Math.max(c, 560), Math.max(l, 400)];
		return `${a - (u - c) / 2} ${s - (d - l) / 2} ${u} ${d}`;
	}
	function v(e) {
		let t = new DOMPoint(e.clientX, e.clientY).matrixTransform(n.getScreenCTM().inverse());
		return [t.x, t.y];
	}
	function y([e, t]) {
		return U(l).find((n) => Math.abs(n.x - e) <= n.width / 2 + 6 && Math.abs(n.y - t) <= n.height / 2 + 6);
	}
	function b(e) {
		if (e.button !== 0) return;
		let t = v(e), o = y(t);
		o ? (n.setPointerCapture(e.pointerId), U(c) ? F(a, {
			from: o.name,
			x: t[0],
			y: t[1]
		}) : F(i, {
			name: o.name,
			x: o.x,
			y: o.y,
			moved: !1
		})) : U(r) === "world" ? w(t) : $.selected = null;
	}
	function x(e) {
		let [t, n] = v(e);
		U(a) && F(a, {
			...U(a),
			x: t,
			y: n
		}), U(i) && (U(i).moved || Math.hypot(t - U(i).x, n - U(i).y) > 4) && F(i, {
			...U(i),
			x: t,
			y: n,
			moved: !0
		});
	}
	async function S(e) {
		if (U(a)) {
			let t = y(v(e)), n = U(a).from;
			F(a, null), t && U(c) && await C(n, t.name);
			return;
		}
		if (!U(i)) return;
		let { name: t, x: n, y: r, moved: o } = U(i);
		if (!o) {
			F(i, null), $.selected = $.selected === t ? null : t;
			return;
		}
		let s = {
			...$.placesNow() ?? {},
			[t]: [n, -r]
		};
		await $.place(s), F(i, null);
	}
	async function C(e, t) {
		let n = U(o)?.frames[U(c)]?.system === "S5", r = ea($.model, U(c), e, t, n);
		await $.become(r, `${U(c)}: ${e} – ${t}`);
	}
	async function w([e, t]) {
		let n = Ki($.model), i = {
			...$.placesNow() ?? {},
			[n]: [e, -t]
		};
		await $.become(qi($.model, n), `new world ${n}`, i), $.selected = n, F(r, "move");
	}
	function ee(e, t) {
		(e.key === "Enter" || e.key === " ") && (e.preventDefault(), $.selected = $.selected === t ? null : t);
	}
	function te(e) {
		if (e.target instanceof HTMLElement && e.target.matches("input, textarea, select") || e.ctrlKey || e.metaKey || e.altKey) return;
		let t = Number(e.key);
		e.key === "Escape" ? F(r, "move") : e.key === "n" ? F(r, "world") : t >= 1 && t <= U(s).length && F(r, `arrow:${U(s)[t - 1]}`);
	}
	function ne(e, t) {
		let n = $.model.actual === e.name ? ", the actual world" : "", r = $.checked ? `, the formula is ${U(f).has(t) ? "true" : "false"}` : "";
		return `World ${e.name}${n}: ${e.atoms.join(", ")}${r}`;
	}
	let re = {
		solid: void 0,
		dashed: "7 4",
		dotted: "1.5 3.5"
	};
	var ie = Vs();
	mr("keydown", Yt, te);
	var ae = I(ie), oe = I(ae), se = z(oe, 2);
	Y(z(se, 2), 18, () => U(s), (e) => e, (e, t, n) => {
		var i = Ds(), a = I(i), s = R(a), l = z(a);
		O(i), B(() => {
			Q(i, "aria-pressed", U(c) === t), Q(i, "title", `${U(n) + 1}, then drag from world to world`), Q(s, "stroke", U(o)?.strokes[t]?.colour), Q(s, "stroke-dasharray", re[U(o)?.strokes[t]?.style ?? "solid"]), q(l, ` ${t ?? ""}`);
		}), W("click", i, () => F(r, `arrow:${t}`)), K(e, i);
	}), O(ae);
	var ce = z(ae, 2), le = (e) => {
		var t = ks(), n = I(t), r = R(n, !0), i = z(n, 2), a = I(i), o = z(a, 2);
		Y(z(o, 2), 16, () => [1, 2], (e) => e, (e, t) => {
			var n = Os(), r = R(n);
			B(() => q(r, `Keep only worlds within ${t ?? ""} ${t === 1 ? "step" : "steps"}`)), W("click", n, () => $.happen({
				kind: "generated",
				at: $.here,
				depth: t
			}, `within ${t} of ${$.hereText}`)), K(e, n);
		}), O(i), O(t), B(() => q(r, $.drawing.message)), W("click", a, () => $.happen({ kind: "contract" }, "bisimilar worlds merged")), W("click", o, () => $.happen({
			kind: "generated",
			at: $.here
		}, "reachable worlds")), K(e, t);
	};
	J(ce, (e) => {
		$.drawing && e(le);
	});
	var ue = z(ce, 2);
	let de;
	var fe = I(ue), pe = I(fe);
	Y(pe, 19, () => U(d), ({ link: e, curve: t }, n) => `${e.source} ${e.target} ${e.kind} ${e.agents} ${n}`, (e, t) => {
		let n = () => U(t).link, r = () => U(t).curve, a = /* @__PURE__ */ M(() => U(m) !== null && !(U(m).has(n().source) && (U(m).has(n().target) || n().target >= U(l).length)));
		var s = Ps();
		let c;
		var u = I(s);
		Y(u, 17, () => Ss(r(), n().agents.length), Lr, (e, t, r) => {
			let i = /* @__PURE__ */ M(() => U(o).strokes[n().agents[r]]);
			var a = js(), s = L(a), c = z(s), l = (e) => {
				var n = As();
				B((e) => {
					Q(n, "points", e), Q(n, "fill", U(i).colour);
				}, [() => Cs(U(t))]), K(e, n);
			};
			J(c, (e) => {
				n().kind !== "line" && e(l);
			});
			var u = z(c), d = (e) => {
				var n = As();
				B((e) => {
					Q(n, "points", e), Q(n, "fill", U(i).colour);
				}, [() => Cs(ws(U(t)))]), K(e, n);
			};
			J(u, (e) => {
				n().kind === "both" && e(d);
			}), B((e) => {
				Q(s, "d", e), Q(s, "stroke", U(i).colour), Q(s, "stroke-width", U(i).width), Q(s, "stroke-dasharray", re[U(i).style]);
			}, [() => xs(U(t))]), K(e, a);
		});
		var d = z(u), f = (e) => {
			var t = Ns();
			Y(t, 22, () => n().agents, (e) => e, (e, t, r) => {
				var i = Ms(), a = R(i);
				B(() => {
					Q(i, "fill", U(o).strokes[t].colour), q(a, `${t ?? ""}${U(r) < n().agents.length - 1 ? ", " : ""}`);
				}), K(e, i);
			}), O(t), B(() => {
				Q(t, "x", n().label[0]), Q(t, "y", -n().label[1]);
			}), K(e, t);
		}, p = /* @__PURE__ */ M(() => n().label && !(U(i) && [n().source, n().target].some((e) => U(l)[e]?.name === U(i)?.name)));
		J(d, (e) => {
			U(p) && e(f);
		}), O(s), B(() => c = Qr(s, 0, "svelte-baybvi", null, c, { faded: U(a) })), K(e, s);
	}), Y(z(pe), 17, () => U(u), Lr, (e, t) => {
		var n = Fs(), r = L(n), i = z(r);
		Y(i, 22, () => U(t).agents, (e) => e, (e, n, r) => {
			var i = Ms(), a = R(i);
			B(() => {
				Q(i, "fill", U(o).strokes[n].colour), q(a, `${n ?? ""}${U(r) < U(t).agents.length - 1 ? ", " : ""}`);
			}), K(e, i);
		}), O(i), B(() => {
			Q(r, "x", U(t).x - U(t).width / 2), Q(r, "y", U(t).y - U(t).height / 2), Q(r, "width", U(t).width), Q(r, "height", U(t).height), Q(i, "x", U(t).x), Q(i, "y", U(t).y);
		}), K(e, n);
	}), O(fe);
	var me = z(fe);
	Y(me, 19, () => U(l), (e) => e.name, (e, t, n) => {
		let r = /* @__PURE__ */ M(() => [
			...U(t).title,
			...U(t).atoms,
			...U(t).remarks
		]);
		var a = Rs();
		let o;
		var s = I(a), c = (e) => {
			var n = Is();
			B(() => {
				Q(n, "x", -U(t).width / 2 - 4), Q(n, "y", -U(t).height / 2 - 4), Q(n, "width", U(t).width + 8), Q(n, "height", U(t).height + 8), Q(n, "rx", U(t).radius + 4);
			}), K(e, n);
		};
		J(s, (e) => {
			$.model.actual === U(t).name && e(c);
		});
		var l = z(s), u = z(l);
		Y(u, 17, () => U(r), Lr, (e, n, i) => {
			var a = Ls();
			let o;
			var s = R(a, !0);
			B(() => {
				Q(a, "y", (i - (U(r).length - 1) / 2) * 15), o = Qr(a, 0, "svelte-baybvi", null, o, {
					name: i < U(t).title.length,
					remark: i >= U(t).title.length + U(t).atoms.length
				}), q(s, U(n));
			}), K(e, a);
		});
		var d = R(z(u), !0);
		O(a), B((e, n, r, s) => {
			o = Qr(a, 0, "world svelte-baybvi", null, o, {
				filled: e,
				faded: n,
				lit: r,
				selected: $.selected === U(t).name,
				still: U(i)?.name === U(t).name
			}), Q(a, "transform", `translate(${U(t).x ?? ""} ${U(t).y ?? ""})`), Q(a, "aria-label", s), Q(a, "aria-pressed", $.selected === U(t).name), Q(l, "x", -U(t).width / 2), Q(l, "y", -U(t).height / 2), Q(l, "width", U(t).width), Q(l, "height", U(t).height), Q(l, "rx", U(t).radius), q(d, U(t).said);
		}, [
			() => U(f).has(U(n)),
			() => U(m) !== null && !U(m).has(U(n)) && U(n) !== U(p),
			() => $.lit.includes(U(t).name),
			() => ne(U(t), U(n))
		]), W("keydown", a, (e) => ee(e, U(t).name)), K(e, a);
	});
	var he = z(me), T = (e) => {
		let t = /* @__PURE__ */ M(() => U(l).find((e) => e.name === U(a).from));
		var n = Er(), r = L(n), i = (e) => {
			var n = zs();
			B(() => {
				Q(n, "x1", U(t).x), Q(n, "y1", U(t).y), Q(n, "x2", U(a).x), Q(n, "y2", U(a).y), Q(n, "stroke", U(o)?.strokes[U(c)]?.colour);
			}), K(e, n);
		};
		J(r, (e) => {
			U(t) && e(i);
		}), K(e, n);
	};
	J(he, (e) => {
		U(a) && e(T);
	}), O(ue), Ci(ue, (e) => n = e, () => n);
	var ge = z(ue, 2), _e = z(I(ge)), ve = (e) => {
		var t = Bs(), n = z(L(t));
		{
			let e = /* @__PURE__ */ M(() => $.checked.text.slice($.checked.rows[$.part]?.start, $.checked.rows[$.part]?.end));
			Ea(n, { get text() {
				return U(e);
			} });
		}
		we(), K(e, t);
	};
	J(_e, (e) => {
		$.checked && e(ve);
	});
	var ye = z(_e, 2), be = (e) => {
		var t = Tr();
		B(() => q(t, `Dimmed: not seen from ${$.hereText ?? ""}.`)), K(e, t);
	};
	J(ye, (e) => {
		$.eye.length && e(be);
	}), O(ge), O(ie), B(() => {
		Q(oe, "aria-pressed", U(r) === "move"), Q(se, "aria-pressed", U(r) === "world"), Q(ue, "viewBox", U(h)), Q(ue, "aria-label", `Picture of the model: ${U(l).length ?? ""} worlds`), de = Qr(ue, 0, "svelte-baybvi", null, de, { drawing: U(c) || U(r) === "world" });
	}), W("click", oe, () => F(r, "move")), W("click", se, () => F(r, "world")), W("pointerdown", ue, b), W("pointermove", ue, x), W("pointerup", ue, S), K(e, ie), A();
}
hr([
	"click",
	"pointerdown",
	"pointermove",
	"pointerup",
	"keydown"
]);
// src/parts/StoryCard.svelte
var Ws = /* @__PURE__ */ G("<span class=\"said svelte-198vmsd\"><!></span>"), Gs = /* @__PURE__ */ G("<li><button class=\"quiet svelte-198vmsd\"> <span class=\"pale\"> </span> <!></button></li>"), Ks = /* @__PURE__ */ G("<p><b>Answer:</b> </p>"), qs = /* @__PURE__ */ G("<section class=\"card\" aria-labelledby=\"story-title\"><h2 id=\"story-title\"> </h2> <details><summary class=\"small\">The puzzle</summary> <p class=\"small\"> </p> <p class=\"small pale\"> </p></details> <ol class=\"svelte-198vmsd\"></ol> <div class=\"row\"><button>Back</button> <button class=\"primary\">Next step</button></div> <!></section>"), Js = {
	hash: "svelte-198vmsd",
	code: "ol.svelte-198vmsd {max-height:240px;margin:0;padding-left:22px;overflow:auto;}button.quiet.svelte-198vmsd {width:100%;text-align:left;font-size:14px;}.said.svelte-198vmsd {display:block;color:var(--accent);max-height:3em;overflow:hidden;overflow-wrap:anywhere;}[aria-current].svelte-198vmsd {background:var(--accent-soft);}"
};
function Ys(e, t) {
	k(t, !0), X(e, Js);
	let n = /* @__PURE__ */ P(0);
	async function r(e) {
		F(n, e, !0);
		let { model: r, sentence: i, formula: a, kind: o } = t.story.steps[e];
		a && o === "holds" && await $.type(a), r && JSON.stringify(r) !== JSON.stringify($.model) && await $.become(r, i);
	}
	var i = qs(), a = I(i), o = R(a, !0), s = z(a, 2), c = z(I(s), 2), l = R(c, !0), u = R(z(c, 2));
	O(s);
	var d = z(s, 2);
	Y(d, 21, () => t.story.steps, Lr, (e, t, i) => {
		var a = Gs(), o = I(a), s = I(o), c = z(s), l = R(c, !0), u = z(c, 2), d = (e) => {
			var n = Ws();
			Ea(I(n), { get text() {
				return U(t).formula;
			} }), O(n), K(e, n);
		};
		J(u, (e) => {
			U(t).formula && e(d);
		}), O(o), O(a), B((e) => {
			Q(o, "aria-current", i === U(n) ? "step" : void 0), q(s, `${U(t).sentence ?? ""} `), q(l, e);
		}, [() => U(t).worlds.toLocaleString("en")]), W("click", o, () => r(i)), K(e, a);
	}), O(d);
	var f = z(d, 2), p = I(f), m = z(p, 2);
	O(f);
	var h = z(f, 2), g = (e) => {
		var n = Ks(), r = z(I(n));
		O(n), B(() => q(r, ` ${t.story.conclusion ?? ""}`)), K(e, n);
	};
	J(h, (e) => {
		U(n) === t.story.steps.length - 1 && e(g);
	}), O(i), B(() => {
		q(o, t.story.title), q(l, t.story.statement), q(u, `Source: ${t.story.source ?? ""}`), p.disabled = U(n) === 0, m.disabled = U(n) === t.story.steps.length - 1;
	}), W("click", p, () => r(U(n) - 1)), W("click", m, () => r(U(n) + 1)), K(e, i), A();
}
hr(["click"]);
// src/parts/Timeline.svelte
var Xs = /* @__PURE__ */ G("<span aria-hidden=\"true\">↳</span>"), Zs = /* @__PURE__ */ G("<li><button class=\"quiet svelte-l5gxhn\"><!> <span class=\"pale\"> </span></button></li>"), Qs = /* @__PURE__ */ G("<nav class=\"timeline svelte-l5gxhn\" aria-label=\"Timeline\"><ol class=\"svelte-l5gxhn\"></ol></nav>"), $s = {
	hash: "svelte-l5gxhn",
	code: ".timeline.svelte-l5gxhn {border-top:1px solid var(--line);background:var(--ground);overflow-x:auto;}ol.svelte-l5gxhn {display:flex;gap:4px;margin:0;padding:6px 12px;list-style:none;}button.svelte-l5gxhn {max-width:260px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:13px;}[aria-current].svelte-l5gxhn {border-color:var(--accent);background:var(--paper);color:var(--accent);}"
};
function ec(e, t) {
	k(t, !0), X(e, $s);
	let n = /* @__PURE__ */ M(() => new Set($.moments.filter((e) => $.moments.some((t) => t.before === e.before && t.id < e.id)).map((e) => e.id)));
	var r = Qs(), i = I(r);
	Y(i, 21, () => $.moments, (e) => e.id, (e, t) => {
		var r = Zs(), i = I(r), a = I(i), o = (e) => {
			K(e, Xs());
		}, s = /* @__PURE__ */ M(() => U(n).has(U(t).id));
		J(a, (e) => {
			U(s) && e(o);
		});
		var c = z(a), l = R(z(c), !0);
		O(i), O(r), B((e, n) => {
			Q(i, "aria-current", U(t).id === $.now ? "step" : void 0), Q(i, "title", e), q(c, ` ${U(t).label ?? ""} `), q(l, n);
		}, [() => U(n).has(U(t).id) ? `another way on from step ${U(t).before}` : void 0, () => Object.keys(U(t).model.worlds).length]), W("click", i, () => $.go(U(t).id)), K(e, r);
	}), O(i), O(r), K(e, r), A();
}
hr(["click"]);
// src/parts/Explore.svelte
var tc = /* @__PURE__ */ G("<div class=\"problem full svelte-4ufa8d\" role=\"alert\"> </div>"), nc = /* @__PURE__ */ G("<main><section class=\"stage svelte-4ufa8d\" aria-label=\"Model\"><!> <!></section> <aside aria-label=\"Questions and changes\" class=\"svelte-4ufa8d\"><!> <!> <!> <!> <!> <!></aside></main>"), rc = {
	hash: "svelte-4ufa8d",
	code: "main.svelte-4ufa8d {display:grid;grid-template-columns:minmax(0, 1fr) 420px;min-height:0;}.stage.svelte-4ufa8d {display:grid;grid-template-rows:minmax(0, 1fr) auto;min-height:0;}aside.svelte-4ufa8d {display:grid;align-content:start;gap:12px;padding:12px 16px 24px;overflow-y:auto;border-left:1px solid var(--line);}.full.svelte-4ufa8d {font-family:\"DejaVu Sans Mono\", ui-monospace, monospace;font-size:13px;}main.slide.svelte-4ufa8d {grid-template-columns:1fr;}.slide.svelte-4ufa8d aside:where(.svelte-4ufa8d) {display:none;}\n\n  @media (max-width: 900px) {main.svelte-4ufa8d {grid-template-columns:minmax(0, 1fr);}.stage.svelte-4ufa8d {grid-template-rows:62vh auto;}aside.svelte-4ufa8d {border-left:0;padding:12px;}\n  }"
};
function ic(e, t) {
	k(t, !0), X(e, rc);
	let n = Ei(t, "slide", 3, !1);
	var r = nc();
	let i;
	var a = I(r), o = I(a);
	Us(o, {}), ec(z(o, 2), {}), O(a);
	var s = z(a, 2), c = I(s), l = (e) => {
		Ys(e, { get story() {
			return $.story;
		} });
	};
	J(c, (e) => {
		$.story && e(l);
	});
	var u = z(c, 2);
	ds(u, {});
	var d = z(u, 2), f = (e) => {
		var t = tc(), n = R(t, !0);
		B(() => q(n, $.refused.full ?? $.refused.message)), K(e, t);
	};
	J(d, (e) => {
		$.refused && e(f);
	});
	var p = z(d, 2);
	Vo(p, {});
	var m = z(p, 2);
	so(m, {}), ys(z(m, 2), {}), O(s), O(r), B(() => i = Qr(r, 1, "svelte-4ufa8d", null, i, { slide: n() })), K(e, r), A();
}
// src/Widget.svelte
var ac = /* @__PURE__ */ G("<div class=\"widget svelte-gxf5w3\"><!> <!></div>"), oc = {
	hash: "svelte-gxf5w3",
	code: ".widget.svelte-gxf5w3 {display:grid;grid-template-rows:auto minmax(0, 1fr);gap:8px;height:640px;padding:8px;container-type:inline-size;}"
};
function sc(e) {
	X(e, oc);
	let t = /* @__PURE__ */ P(!1);
	var n = ac(), r = I(n);
	Qa(r, {
		get slide() {
			return U(t);
		},
		set slide(e) {
			F(t, e, !0);
		}
	}), ic(z(r, 2), { get slide() {
		return U(t);
	} }), O(n), K(e, n);
}
// src/widget.ts
var cc = /* @__PURE__ */ new Map(), lc = 0;
function uc({ model: e }) {
	e.on("msg:custom", (e) => {
		let { id: t, status: n, text: r } = e;
		cc.get(t)?.(new Response(r, { status: n })), cc.delete(t);
	}), Fi((t, n, r) => {
		let i = lc++;
		return e.send({
			id: i,
			route: t,
			body: JSON.stringify(n)
		}), new Promise((e, t) => {
			cc.set(i, e), r.addEventListener("abort", () => {
				cc.delete(i), t(r.reason);
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
function dc({ el: e }) {
	let t = e.attachShadow({ mode: "open" }), n = document.createElement("style");
	n.textContent = `${pa.replaceAll(":root", ":host")} :host { display: block; color: var(--ink); background: var(--ground); font: 15px/1.45 var(--sans); text-align: left; }`, t.append(n);
	let r = jr(sc, { target: t.appendChild(document.createElement("div")) });
	return () => void Fr(r);
}
var fc = {
	initialize: uc,
	render: dc
};
export { fc as default };

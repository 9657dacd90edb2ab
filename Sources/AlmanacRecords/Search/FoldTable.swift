// Made by Plugins/SearchFolds/make-search-folds.py (make folds): change that, not this.

/// How letters fold, as words of numbers to the base 36.
enum FoldTable {
  /// The version of Unicode.
  static let unicodeVersion = "14.0.0"

  /// `s:t,t` says what `s` and its neighbours fold to, `t.t` is two letters; `s*n/k>t`: `n` scalars, `k` apart.
  static let foldings = """
    51:qk 5c:2p,2p,2p,2p,2p,2p,6e,2r,2t,2t,2t,2t,2x,2x,2x,2x,6o,32,33,33,33 5x:33,33 \
    60:33,39,39,39,39,3d,72,37.37,2p,2p,2p,2p,2p,2p 6f:2r,2t,2t,2t,2t,2x,2x,2x,2x 6p:32,33,33,33,33,33 \
    6w:33,39,39,39,39,3d 73:3d,2p,2p,2p,2p,2p,2p,2r,2r,2r,2r,2r,2r,2r,2r,2s,2s,2s,2s,2t,2t \
    7o:2t,2t,2t,2t,2t,2t,2t,2t,2v,2v,2v,2v,2v,2v,2v,2v,2w,2w,2w,2w,2x 89:2x,2x,2x,2x,2x,2x,2x,2x,2x,8j \
    8k:2y,2y,2z,2z 8p:30,30,30,30,30,30,30,30,30,30,32,32,32,32,32,32,jg.32,97 98:33,33,33,33,33,33,9f \
    9g:36,36,36,36,36,36,37,37,37,37,37,37,37,37,38,38,38,38,38,38,39 \
    a1:39,39,39,39,39,39,39,39,39,39,39,3b,3b,3d,3d,3d,3e,3e,3e,3e,3e am:3e,37 ap:gj,ar as:at au:gk,aw ax:gm,gn,b0 \
    b2:d9,gp,gr,b6 b7:gw,gz ba:h5,h4,bd bg:hb,he bj:hh,33,33,bn bo:bp bq:hs,bs bt:hv bw:bx by:i0,39,39,i2,i3,c4 \
    c5:c6 c7:ia,c9 cc:cd ck:cm,cm cn:cp,cp cq:cs,cs ct:2p,2p,2x,2x,33,33,39,39,39,39,39,39,39,39,39,39 \
    da:2p,2p,2p,2p,6e,6e,dh di:2v,2v,2z,2z,33,33,33,33,ia,ia,2y,dv,dv \
    dw:2v,2v,b9,cf,32,32,2p,2p,6e,6e,33,33,2p,2p,2p,2p,2t,2t,2t,2t,2x \
    eh:2x,2x,2x,33,33,33,33,36,36,36,36,39,39,39,39,37,37,38,38,f1 f2:2w,2w,bi f6:f7 f8:f9 \
    fa:2p,2p,2t,2t,33,33,33,33,33,33,33,33,3d,3d fu:8rp,fw fx:be,8rq g1:g2 g3:ao,i1,i4,g7 g8*4/2>g9 n4:lc,ld \
    n7:lv,lk.ld og:oh oi:oj ok:jd om:on ou:1n,s3 p1:4o.ld,q9.ld,53,qd.ld,qf.ld,qh.ld p8:qn.ld \
    pa:qt.ld,qx.ld,qh.lk.ld,q9,qa,qb,qc,qd,qe,qf,qg,qh,qi,qj,qk,ql,qm pr*6/2>qn ps:qo,qp pw*6/1>qs \
    q2:qh.lk,qt.lk,q9.ld,qd.ld,qf.ld,qh.ld,qt.lk.ld qq:qr qy:qh.lk,qt.lk,qn.ld,qt.ld,qx.ld,rb,qa,qg \
    r7:r6.ld,r6.lk,qu,qo rc*c/2>rd s0:qi,qp s4:qg,qd s7:s8 s9:s2,sb \
    sd:or,os,ot,tx.lc,tx.lk,uq,tv.ld,us,ut,uu,uu.lk,uw,ux,uy,uz,u2.ld \
    st:u0.lc,ub.li,v3,ts,tt,tu,tv,tw,tx,ty,tz,u0,u0.li,u2,u3,u4,u5,u6 tb*h/1>u7 u1:u0.li uo:tx.lc,tx.lk ur:tv.ld \
    uv:uu.lk v0:u2.ld,u0.lc,ub.li v4*b/2>v5 vq:vp.lr,vp.lr,vt vu*4/2>vv wa*r/2>wb xs:y7,ty.li,ty.li,xw xx*5/2>xy \
    y8:ts.li,ts.li,ts.lk,ts.lk,yd ye:tx.li,tx.li,yh yi:yh.lk,yh.lk,ty.lk,ty.lk,tz.lk,tz.lk,yp \
    yq:u0.lg,u0.lg,u0.lk,u0.lk,u6.lk,u6.lk,yx yy:yx.lk,yx.lk,ul.lk,ul.lk,ub.lg,ub.lg,ub.lk,ub.lk,ub.ln,ub.ln,uf.lk \
    z9:uf.lk,zb zc:uj.lk,uj.lk,zf zg*q/2>zh 10x*12/1>129 13b:12d.136 17m:17r.18z,17r.190,18o.190,17r.191,18q.190 \
    1c0:1cl.190 1c2:1c1.190 1cj:1ci.190 1t5:1t4.1to 1td:1tc.1to 1tg:1tf.1to \
    1ug:1sl.1to,1sm.1to,1sn.1to,1ss.1to,1sx.1to,1sy.1to,1t7.1to,1tb.1to 1xn:1xj.1xa,1xj.1xz 1y4:1wh.1x8,1wi.1x8 \
    1y7:1wv.1x8 20j:20i.20s 20m:20o.20s 21l:1zq.20s,1zr.20s,1zw.20s 21q:20b.20s 288:287.28m 28b:287.27y,287.28n \
    28s:275.27w,276.27w 2ac:2aa.2c7 2bu:2bq.2bi,2br.2bi,2bq.2c7 2fc:2fa.2fq 2io:2in.2j9 2iv:2iu.2j9,2iu.2ja \
    2iy:2iu.2iq,2iu.2iq.2j9 2mi:2me.2m6,2mf.2m6,2me.2mv 2qi:2qh.2q2 2qk:2qh.2q7,2qh.2q7.2q2,2qh.2qn 30j:30i.33r \
    30t:30s.33r 30y:30x.33r 313:312.33r 318:317.33r 31l:30g.33p 31v:31t.31u 31x:31t.31w,33m.328 320:33n.328 \
    329:31t.328 32r:32q.33r 331:330.33r 336:335.33r 33b:33a.33r 33g:33f.33r 33t:32o.33p 36u:36t.372 3a8*12/1>8w0 \
    3bb:8x3 3bh:8x9 3y0*6/1>3xs 5c6:5c5.5dh 5c8:5c7.5dh 5ca:5c9.5dh 5cc:5cb.5dh 5ce:5cd.5dh 5ci:5ch.5dh 5dn:5dm.5dh \
    5dp:5do.5dh 5ds:5dq.5dh,5dr.5dh 5dv:5du.5dh 5mo:tu,tw,u6,u9,ua,ua,ui,v7,wuj 5n4*17/1>3bk 5od:3ct,3cu,3cv \
    5xc:2p,2p,2q,2q,2q,2q,2q,2q,2r,2r,2s,2s,2s,2s,2s,2s,2s,2s,2s,2s,2t \
    5xx:2t,2t,2t,2t,2t,2t,2t,2t,2t,2u,2u,2v,2v,2w,2w,2w,2w,2w,2w,2w,2w \
    5yi:2w,2w,2x,2x,2x,2x,2z,2z,2z,2z,2z,2z,30,30,30,30,30,30,30,30,31 \
    5z3:31,31,31,31,31,32,32,32,32,32,32,32,32,33,33,33,33,33,33,33,33 \
    5zo:34,34,34,34,36,36,36,36,36,36,36,36,37,37,37,37,37,37,37,37,37 \
    609:37,38,38,38,38,38,38,38,38,39,39,39,39,39,39,39,39,39,39,3a,3a \
    60u:3a,3a,3b,3b,3b,3b,3b,3b,3b,3b,3b,3b,3c,3c,3c,3c,3d,3d,3e,3e,3e 61f:3e,3e,3e,2w,38,3b,3d,2p.ji,37 61q:37.37 \
    61s:2p,2p,2p,2p,2p,2p,2p,2p,2p,2p,2p,2p,2p,2p,2p,2p,2p,2p,2p,2p,2p \
    62d:2p,2p,2p,2t,2t,2t,2t,2t,2t,2t,2t,2t,2t,2t,2t,2t,2t,2t,2t,2x,2x \
    62y:2x,2x,33,33,33,33,33,33,33,33,33,33,33,33,33,33,33,33,33,33,33 \
    63j:33,33,33,33,33,39,39,39,39,39,39,39,39,39,39,39,39,39,39,3d,3d 644:3d,3d,3d,3d,3d,3d,64b 64c:64d 64e:64f \
    64g:q9.lv,q9.lw,q9.lv.lc,q9.lw.lc,q9.lv.ld,q9.lw.ld,q9.lv.n6,q9.lw.n6 \
    64o:q9.lv,q9.lw,q9.lv.lc,q9.lw.lc,q9.lv.ld,q9.lw.ld,q9.lv.n6,q9.lw.n6 \
    64w:qd.lv,qd.lw,qd.lv.lc,qd.lw.lc,qd.lv.ld,qd.lw.ld 654:qd.lv,qd.lw,qd.lv.lc,qd.lw.lc,qd.lv.ld,qd.lw.ld \
    65c:qf.lv,qf.lw,qf.lv.lc,qf.lw.lc,qf.lv.ld,qf.lw.ld,qf.lv.n6,qf.lw.n6 \
    65k:qf.lv,qf.lw,qf.lv.lc,qf.lw.lc,qf.lv.ld,qf.lw.ld,qf.lv.n6,qf.lw.n6 \
    65s:qh.lv,qh.lw,qh.lv.lc,qh.lw.lc,qh.lv.ld,qh.lw.ld,qh.lv.n6,qh.lw.n6 \
    660:qh.lv,qh.lw,qh.lv.lc,qh.lw.lc,qh.lv.ld,qh.lw.ld,qh.lv.n6,qh.lw.n6 \
    668:qn.lv,qn.lw,qn.lv.lc,qn.lw.lc,qn.lv.ld,qn.lw.ld 66g:qn.lv,qn.lw,qn.lv.lc,qn.lw.lc,qn.lv.ld,qn.lw.ld \
    66o:qt.lv,qt.lw,qt.lv.lc,qt.lw.lc,qt.lv.ld,qt.lw.ld,qt.lv.n6,qt.lw.n6 66x:qt.lw 66z:qt.lw.lc 671:qt.lw.ld \
    673:qt.lw.n6,qx.lv,qx.lw,qx.lv.lc,qx.lw.lc,qx.lv.ld,qx.lw.ld,qx.lv.n6 \
    67b:qx.lw.n6,qx.lv,qx.lw,qx.lv.lc,qx.lw.lc,qx.lv.ld,qx.lw.ld,qx.lv.n6 \
    67j:qx.lw.n6,q9.lc,q9.ld,qd.lc,qd.ld,qf.lc,qf.ld,qh.lc,qh.ld,qn.lc 67t:qn.ld,qt.lc,qt.ld,qx.lc,qx.ld \
    680:q9.lv.n9,q9.lw.n9,q9.lv.lc.n9,q9.lw.lc.n9,q9.lv.ld.n9,q9.lw.ld.n9 \
    686:q9.lv.n6.n9,q9.lw.n6.n9,q9.lv.n9,q9.lw.n9,q9.lv.lc.n9,q9.lw.lc.n9 \
    68c:q9.lv.ld.n9,q9.lw.ld.n9,q9.lv.n6.n9,q9.lw.n6.n9,qf.lv.n9,qf.lw.n9 \
    68i:qf.lv.lc.n9,qf.lw.lc.n9,qf.lv.ld.n9,qf.lw.ld.n9,qf.lv.n6.n9,qf.lw.n6.n9 \
    68o:qf.lv.n9,qf.lw.n9,qf.lv.lc.n9,qf.lw.lc.n9,qf.lv.ld.n9,qf.lw.ld.n9 \
    68u:qf.lv.n6.n9,qf.lw.n6.n9,qx.lv.n9,qx.lw.n9,qx.lv.lc.n9,qx.lw.lc.n9 \
    690:qx.lv.ld.n9,qx.lw.ld.n9,qx.lv.n6.n9,qx.lw.n6.n9,qx.lv.n9,qx.lw.n9 \
    696:qx.lv.lc.n9,qx.lw.lc.n9,qx.lv.ld.n9,qx.lw.ld.n9,qx.lv.n6.n9,qx.lw.n6.n9 \
    69c:q9.li,q9.lg,q9.lc.n9,q9.n9,q9.ld.n9 69i:q9.n6,q9.n6.n9,q9.li,q9.lg,q9.lc,q9.ld,q9.n9 69q:qh \
    69t:4o.n6,qf.lc.n9,qf.n9,qf.ld.n9 69y:qf.n6,qf.n6.n9,qd.lc,qd.ld,qf.lc,qf.ld,qf.n9,69r.lc,69r.ld,69r.n6 \
    6a8:qh.li,qh.lg,qh.lk.lc,qh.lk.ld 6ae:qh.n6,qh.lk.n6,qh.li,qh.lg,qh.lc,qh.ld \
    6al:6bi.lc,6bi.ld,6bi.n6,qt.li,qt.lg,qt.lk.lc,qt.lk.ld,qp.lv,qp.lw \
    6au:qt.n6,qt.lk.n6,qt.li,qt.lg,qt.lc,qt.ld,qp.lw,4o.lc,4o.ld,2o 6b6:qx.lc.n9,qx.n9,qx.ld.n9 \
    6ba:qx.n6,qx.n6.n9,qn.lc,qn.ld,qx.lc,qx.ld,qx.n9,50 6bk:6bm,6bn 6jq:qx 6ju:2z,2p 6k2:6ku 6lc*g/1>6ls 6mb:6mc \
    6my:6mo.mw,6mq.mw 6ni:6ms.mw 6od:6og.mw,6ok.mw,6oi.mw 6pw:6pv.mw 6q1:6q0.mw 6q4:6q3.mw 6qs:6qr.mw 6qu:6qt.mw \
    6rl:6rg.mw 6ro:6rn.mw 6rr:6rp.mw 6rt:6rs.mw 6sg:1p.mw 6si:6sh.mw 6st:6rx.mw,1o.mw,1q.mw,6sk.mw,6sl.mw \
    6t0:6sy.mw,6sz.mw 6t4:6t2.mw,6t3.mw 6tc:6t6.mw,6t7.mw 6tg:6te.mw,6tf.mw 6tk:6ti.mw,6tj.mw \
    6uk:6ua.mw,6ug.mw,6uh.mw,6uj.mw 6w0:6t8.mw,6t9.mw,6tt.mw,6tu.mw 6wa:6uq.mw,6ur.mw,6us.mw,6ut.mw 6y1:9hk,9hl \
    792*q/1>79s 8gs:8gt.mw 8ow*1c/1>8q8 8rk:8rl 8rm:h7,5tp,hp 8rr:8rs 8rt:8ru 8rv:8rw 8rx:gh,hd,gg,gi 8s2:8s3 \
    8s5:8s6 8se:fz,g0,8sh 8si*1d/2>8sj 8vf:8vg 8vh:8vi 8vm:8vn 9jg:9jf.9ll 9ji:9jh.9ll 9jk:9jj.9ll 9jm:9jl.9ll \
    9jo:9jn.9ll 9jq:9jp.9ll 9js:9jr.9ll 9ju:9jt.9ll 9jw:9jv.9ll 9jy:9jx.9ll 9k0:9jz.9ll 9k2:9k1.9ll 9k5:9k4.9ll \
    9k7:9k6.9ll 9k9:9k8.9ll 9kg:9kf.9ll,9kf.9lm 9kj:9ki.9ll,9ki.9lm 9km:9kl.9ll,9kl.9lm 9kp:9ko.9ll,9ko.9lm \
    9ks:9kr.9ll,9kr.9lm 9lg:9ja.9ll 9lq:9lp.9ll 9m4:9m3.9ll 9m6:9m5.9ll 9m8:9m7.9ll 9ma:9m9.9ll 9mc:9mb.9ll \
    9me:9md.9ll 9mg:9mf.9ll 9mi:9mh.9ll 9mk:9mj.9ll 9mm:9ml.9ll 9mo:9mn.9ll 9mq:9mp.9ll 9mt:9ms.9ll 9mv:9mu.9ll \
    9mx:9mw.9ll 9n4:9n3.9ll,9n3.9lm 9n7:9n6.9ll,9n6.9lm 9na:9n9.9ll,9n9.9lm 9nd:9nc.9ll,9nc.9lm 9ng:9nf.9ll,9nf.9lm \
    9o4:9ly.9ll 9o7:9nz.9ll,9o0.9ll,9o1.9ll,9o2.9ll 9oe:9od.9ll wu8*n/2>wu9 ww0*e/2>ww1 x0i*7/2>x0j x0y*v/2>x0z \
    x2x:x2y x2z:x30 x31:5tl,x33 x34*4/2>x35 x3f:x3g x3h:h1 x3k:x3l x3m:x3n x3q*a/2>x3r x4a:h2,gs,gx,h8,h6 \
    x4g:im,hz,il,xub,x4l x4m*7/2>x4n x50:x3o,hu,5u6,x54 x55:x56 x5c:x5d x5i:x5j x5k:x5l x6d:x6e xv4*28/1>3vk \
    1d6o:rpk,kc4,s7e,rt4,lw1,fg2,gkl,vj0,vj0,hn5,ssx,gw7,hmw,jcm,ne1,p6t \
    1d74:qin,qt6,r20,sjz,kxu,ljv,mah,mvy,q4d,sq2,uep,fia,ghh,l50,mjf,qi5 \
    1d7k:v8e,ifk,m3v,qfh,r50,jih,pnc,qvz,iq2,kd3,lm2,mpo,slq,fpi,g53,gda \
    1d80:jwk,l3n,mj4,nhj,pa9,qh2,qjg,s1b,tv6,upb,v7e,nt8,nzz,otc,q15,t1g \
    1d8g:vb3,rfa,hjz,iro,okg,pdq,mle,nuy,rsy,ttj,hjs,i8y,kyb,lp6,lxr,oq7 \
    1d8w:oxj,tor,gcy,pe3,g64,g5o,o4c,ou6,q29,tpx,rk0,jin,kxu,rge,fg9,i5j \
    1d9c:iz6,mtj,n74,gev,nwb,fr3,iw9,ff1,lho,k1k,opu,gjn,hge,ni9,q4p,re2 \
    1d9s:la2,sds,lfs,jjy,put,jog,n6t,fji,g2x,g5l,kn5,oo7,prj,rf6,ssv,gdx \
    1da8:gn6,ho3,ir0,k3p,m4e,nxm,tkd,ui2,vbr,vda,gbf,kau,l87,sbm,ino,j9s \
    1dao:jcw,jve,lyb,mdl,n0p,o22,ovo,pdb,s9y,q9a,sgz,t3e,g7r,gbn,gql,ma0 \
    1db4:r0i,re2,iq1,iyd,jnf,l9q,oji,mt1,fl0,h6h,i5j,iii,izg,muq,mzt,p7e \
    1dbk:pc6,svo,tti,tvs,u1k,fpn,o1a,ss4,trs,j4x,fie,fyy,i5q,i7z,k2h,kxu \
    1dc0:mha,ncy,q9o,sjg,vil,k94,tny,gax,kfv,kj7,lkx,luk,mx5,n6h,nsb,opc \
    1dcg:u3i,g31,je6,tq0,fu3,ie1,lpm,sa2,ivf,j7o,kk7,mtj,tqe,g89,glr,i91 \
    1dcw:k5v,kem,ko8,lid,mx2,naa,p6h,r0v,r1d,sss,tsy,gfz,lve,gm5,mhc,n14 \
    1ddc:qgq,tr7,uvr,vbz,kgn,lor,pns,o97,obk,olu,mo0,m8p,riw,fk0,px2,g8q \
    1dds:g7b,ip2,jir,onq,i2t,ljy,kac,saj,qx8,tot,r63,iqb,g1s,gxs 1de8:hga 1dea:k8k \
    1ded:g66,mqy,ngq,ny4,nz2,nz9,o0f,tw6,on2,p8d 1deo:qhe 1deq:rg8 1det:shk,sn1 \
    1dey:u7j,u7w,u94,v5g,sm6,trr,fqm,fzb,g25,gcp,gdg,ggh,gwt,gzq,h2g,hfk \
    1dfe:hig,i90,i9a,j2s,j8o,j9q,jci,k0f,k4i,k9d,kn9,lmf,lqy,lya,mem,mjv \
    1dfu:mxu,ntd,ny6,nyh,nyg,nyo,nyu,nz1,o0d,o0e,o5c,o75,og0,ovo,ow9,oxt \
    1dga:p6a,pad,pnx,prt,prt,q53,r2o,r6e,rgh,ri1,rtf,ruw,sdy,shk,tsz,u0v 1dgq:u2j,j1x,36cu,pp4 \
    1dgw:ffq,g51,g2w,fpc,g1x,g3k,gcn,ge2,gwt,gut,gwp,gyq,hga,hir,hms,hn8 \
    1dhc:huq,i08,iqa,iqh,iuh,iwd,j4o,j7y,j60,j9q,j8g,jci,jec,jpg,jrw,jte \
    1dhs:k0m,k8k,kd3,kd7,keu,l89,la2,lkx,lwb,lvv,lya,m5a,mem,nmv,mk5,mnj \
    1di8:mqy,n01,n46,n5n,nbx,nbz,ngq,nh7,nhw,nka,nk0,nv0,o8h,og0,ol7,orf \
    1dio:ovo,p4u,pad,pxu,q27,qrd,r41,r5y,r6e,ren,rg8,rez,rgh,rge,rfx,ri1 \
    1dj4:rka,ruw,sag,sj6,srd,sxi,tq4,tsz,tw6,tzv,u0v,u17,u2j,umq,vj0,313e \
    1djk:3138,33dh,brx,cns,cop,39e1,3bgw,3i6r,vgj,vim 1dkw:2u.2u,2u.2x,2u.30,2u.2u.2x,2u.2u.30,37.38,37.38 \
    1dlf:12s.12u,12s.12d,12s.12j,132.12u,12s.12l 1dlp:15l.14k 1dlr:16a.14n \
    1dm2:161.14x,161.14y,161.14s.14x,161.14s.14y,15c.14n,15c.14o,15c.14s \
    1dm9:15d.14s,15e.14s,15f.14s,15g.14s,15h.14s,15i.14s 1dmg:15k.14s,15l.14s,15m.14s,15n.14s,15o.14s 1dmm:15q.14s \
    1dmo:15s.14s,15t.14s 1dmr:15v.14s,15w.14s 1dmu:15y.14s,15z.14s,160.14s,161.14s,162.14s,15h.14p,15d.14v,15n.14v \
    1dn2:15w.14v 1ee9*q/1>1ef5 1fcw*14/1>1fe0 1fhs*10/1>1fiw 1fn4*j/2>1fo7 1fn5*a/1>1fo8 1fnh*e/1>1fok 1fnx*6/1>1fp0 \
    1fo5:1fp8 1h1c*1f/1>1h34 1hui:1huh.1hve 1huk:1huj.1hve 1huz:1hut.1hve 1hym:1hyp.1hyf,1hyq.1hyf \
    1idn:1idj.1ida,1idj.1idz 1inv:1int.1inu,1int.1ink 1iny:1int.1inx 1iuy:1iuw.1iun,1iux.1iun 1jfk*w/1>1jgg \
    1jjs:1jjp.1jjk 20cg*w/1>20dc 2jxa:2jx3.2jxh,2jx4.2jxh,2jx4.2jxh.2jxq,2jx4.2jxh.2jxr,2jx4.2jxh.2jxs \
    2jxf:2jx4.2jxh.2jxt,2jx4.2jxh.2jxu 2jzv:2jzt.2jxh,2jzu.2jxh,2jzt.2jxh.2jxq,2jzu.2jxh.2jxq,2jzt.2jxh.2jxr \
    2k00:2jzu.2jxh.2jxr 2olc*y/1>2oma 464g:fgd,fg8,fgh,2tcy,fog,fqm,fqz,fsy,fwa,fx5,fzb,fyn,ae6,2ud6,g25 \
    464v:g2c,g2s,g3b,2u58,aex,g2v,g3x,2u6j,g47,g4k,fkc,g4s,g51,3ly7,g6t \
    465a:g77,afz,g8r,g92,gaa,gaf,ahh,gcn,gcp,gdg,ge2,ged,gee,gev,gg9,ggh \
    465q:ggq,ghf,ghp,ghr,ghr,ghr,2v58,m7k,gju,gkf,2vdv,gkr,gkx,gli,gpq \
    4665:gmw,gnc,go8,gpu,gs6,gsw,gur,gv7,gw4,gw4,gwp,gx7,gxf,gxu,h7a,gzq \
    466l:h7b,h1t,h2s,g7b,hke,hce,hdg,he5,haj,hf6,hf5,hik,2x9g,hki,hkn \
    4670:hl2,hlm,hlu,hnm,2xm0,2xnu,hrg,hsr,ht3,hqw,huu,aum,av0,hzc,i0u \
    467f:i0u,2y88,i4j,i54,i5j,i5v,2yhk,i67,i6e,itv,i76,ayp,i8w,i9a,ibk \
    467u:ia5,2z1g,if7,2z1i,ige,igb,igs,ijl,ijm,b3j,ikd,ilk,im5,ind,b4y \
    4689:2zr7,b5o,ipc,ipf,ipi,iq2,3pg2,iri,3035,3035,poh,isi,isi,b7r,335k \
    468o:3cgq,iua,iuj,b8j,ivu,ix9,ixj,iyh,j29,bay,ba4,j2s,30t0,j47,j7s \
    4693:j7w,j7y,j7w,j96,j9q,jaq,jac,jan,jby,jci,jcm,jdc,jdn,jfh,jht,jis \
    469j:jm8,31n0,jlp,jjw,jmw,jnn,jqc,31td,js2,jph,jop,bhq,ju1,jum,jvh \
    469y:juf,bjg,k0f,k18,32mi,k4j,kc8,k7d,bo9,k9d,bns,bms,g42,g45,kcg \
    46ad:k9o,pf1,deh,kd3,kd7,kdd,kf2,ker,33cz,bpl,kje,kg5,klu,kn9,33hp \
    46as:kni,kkf,kr8,brx,ksi,kv7,kx6,l2g,33xf,l3v,bvc,l5t,34br,l78,bwu \
    46b7:l82,l9b,la2,la3,34p9,2yvf,34sa,le6,354s,lhb,lhp,lev,ljq,lku,lmf \
    46bm:lkx,lm1,lmg,lmt,357i,lkk,lrj,lta,c37,lvv,lvr,35jl,lq1,m0e,35ni \
    46c1:35ou,m2u,m61,m5a,m57,c5y,m6i,m7x,m7r,m99,2u5h,mdh,368z,mfw,36i3 \
    46cg:mjs,mk5,mkw,36yw,mm8,mmt,3779,37dg,mt6,mtn,cdo,mud,ce0,ce0,myv \
    46cv:mzg,n01,n0l,n2i,cgr,n50,386u,n5q,389e,n74,2zrz,nbk,38v5,38vs \
    46d9:38zo,cn0,cnc,nhw,394j,394i,395l,396b,nj2,nj3,nj3,nka,cop,nm3 \
    46dn:cp2,cra,39r1,nri,nt8,nv0,ctf,3a5i,nyu,3a8q,3a9x,o0f,o2z,cvj,o5c \
    46e2:o5m,o5r,3at8,3b1j,3b1j,oa6,d1e,3b8r,og6,og9,d2f,3beo,onm,d5s \
    46eg:oo8,oo3,oow,3c06,orn,d8h,ouf,ow2,oxx,d9w,3ciw,3cjr,dax,3cnt,p6i \
    46ev:3cqm,p79,pa2,pad,3d22,3d43,pcw,3d7s,pdc,33a7,ded,pf6,phf,dfv \
    46f9:pj2,hx1,3dlz,3dmd,33bn,33bw,poh,pok,sda,dij,psh,psb,pst,gc3,ptd \
    46fo:ptf,ptp,puu,3ebg,put,pwd,pyb,q0d,pwj,q0t,q1z,q53,pxv,q16,q18 \
    46g3:q1o,3eie,3eqz,3emt,dnv,q9d,q9f,qae,3g0a,qck,3f3g,dp9,dpd,3f75 \
    46gh:3ff6,dpn,qj4,qjg,qjr,qjt,qll,qko,qoe,qn6,qrd,qp4,qqz,qrq,dsn \
    46gw:qu9,qv5,dtl,qxs,qxv,3giv,r13,r1a,dv9,r22,aez,3gz2,3h46,dz2,dzb \
    46hb:rds,rfx,rka,rpx,3hrc,rsb,rsx,rvf,rxz,3i9b,2upw,s0b,rzw,s1c,2uvy \
    46hq:s7o,sag,3jki,3jl9,sk4,smp,snl,3ju6,snv,svs,t07,t08,sxo,t89,t91 \
    46i5:3ksa,tjf,ej9,tkn,3l2v,eli,ts3,iia,tur,3ltx,3lzu,epa,epi,u00,3mdm \
    46ik:er6,3mhi,u17,u17,u21,3mpi,u76,eur,u95,ucn,ude,uf2,ez2,3nsg,umq \
    46iz:uv4,v0d,f66,f71,v3b,3owe,f7c,3oxx,3p5a,3p8x,vcr,f9y,veh,vem,vet 46je:vf3,vfa,vgb,3pxc
    """

  /// `s*n=c`: `n` marks from `s` on have the combining class `c`.
  static let classes = """
    lc*l=6e lx*1=6g ly*4=64 m2*1=6g m3*1=60 m4*5=64 m9*2=5m mb*4=64 mf*2=5m mh*b=64 ms*5=1 mx*4=64 n1*8=6e n9*1=6o \
    na*1=6e nb*3=64 ne*3=6e nh*2=64 nk*3=6e nn*4=64 nr*1=6e ns*1=6g nt*2=64 nv*1=6e nw*1=6h nx*2=6i nz*1=6h o0*2=6i \
    o2*1=6h o3*d=6e w3*5=6e 13l*1=64 13m*4=6e 13q*1=64 13r*3=6e 13u*1=66 13v*1=64 13w*6=6e 142*6=64 148*2=6e \
    14a*1=64 14b*2=6e 14d*1=66 14e*1=6c 14f*1=6e 14g*1=a 14h*1=b 14i*1=c 14j*1=d 14k*1=e 14l*1=f 14m*1=g 14n*1=h \
    14o*1=i 14p*2=j 14r*1=k 14s*1=l 14t*1=m 14v*1=n 14x*1=o 14y*1=p 150*1=6e 151*1=64 153*1=i 174*8=6e 17c*1=u \
    17d*1=v 17e*1=w 18r*1=r 18s*1=s 18t*1=t 18u*1=u 18v*1=v 18w*1=w 18x*1=x 18y*1=y 18z*2=6e 191*2=64 193*5=6e \
    198*1=64 199*2=6e 19b*1=64 19s*1=z 1cm*7=6e 1cv*4=6e 1cz*1=64 1d0*1=6e 1d3*2=6e 1d6*1=64 1d7*2=6e 1d9*1=64 \
    1e9*1=10 1f4*1=6e 1f5*1=64 1f6*2=6e 1f8*1=64 1f9*2=6e 1fb*3=64 1fe*1=6e 1ff*2=64 1fh*1=6e 1fi*1=64 1fj*3=6e \
    1fm*1=64 1fn*1=6e 1fo*1=64 1fp*1=6e 1fq*1=64 1fr*1=6e 1fs*1=64 1ft*2=6e 1kb*7=6e 1ki*1=64 1kj*1=6e 1kt*1=64 \
    1li*4=6e 1ln*9=6e 1lx*3=6e 1m1*5=6e 1nd*3=64 1p4*1=6e 1p5*3=64 1p8*4=6e 1qi*5=6e 1qn*5=64 1qs*e=6e 1r7*1=64 \
    1r8*2=6e 1ra*1=64 1rb*2=6e 1rd*1=64 1re*3=6e 1rh*3=64 1rk*1=r 1rl*1=s 1rm*1=t 1rn*3=6e 1rq*1=64 1rr*2=6e \
    1rt*2=64 1rv*5=6e 1to*1=7 1u5*1=9 1u9*1=6e 1ua*1=64 1ub*2=6e 1x8*1=7 1xp*1=9 1z2*1=6e 20s*1=7 219*1=9 24c*1=7 \
    24t*1=9 27w*1=7 28d*1=9 2bx*1=9 2f0*1=7 2fh*1=9 2fp*1=2c 2fq*1=2j 2ik*1=7 2j1*1=9 2m3*2=9 2ml*1=9 2q2*1=9 \
    2t4*2=2v 2t6*1=9 2tk*4=2z 2wo*2=3a 2wq*1=9 2x4*4=3e 2zc*2=64 305*1=64 307*1=64 309*1=60 31t*1=3l 31u*1=3m \
    31w*1=3o 322*4=3m 328*1=3m 32a*2=6e 32c*1=9 32e*2=6e 346*1=64 37b*1=7 37d*2=9 39p*1=64 3tp*3=6e 4k4*2=9 4l0*1=9 \
    4pe*1=9 4pp*1=6e 4vd*1=6c 4zd*1=66 4ze*1=6e 4zf*1=64 55j*1=6e 55k*1=64 57k*1=9 585*8=6e 58f*1=64 59s*5=6e \
    59x*6=64 5a3*2=6e 5a5*1=64 5a7*2=64 5a9*2=6e 5ab*2=64 5ad*5=6e 5ai*1=64 5aj*4=6e 5dg*1=7 5dw*1=9 5ez*1=6e \
    5f0*1=64 5f1*7=6e 5gq*2=9 5ie*1=7 5iq*2=9 5kn*1=7 5ow*3=6e 5p0*1=1 5p1*5=64 5p6*2=6e 5p8*4=64 5pc*1=6e 5pe*7=1 \
    5pp*1=64 5pw*1=6e 5q0*2=6e 5vk*2=6e 5vm*1=64 5vn*7=6e 5vu*1=64 5vv*2=6e 5vx*1=6i 5vy*1=5y 5vz*1=64 5w0*1=5m \
    5w1*11=6e 5x2*1=6g 5x3*2=6c 5x5*1=64 5x6*1=62 5x7*1=6e 5x8*1=6h 5x9*1=64 5xa*1=6e 5xb*1=64 6hc*2=6e 6he*2=1 \
    6hg*4=6e 6hk*3=1 6hn*2=6e 6ht*1=6e 6hx*2=1 6hz*1=6e 6i0*1=64 6i1*1=6e 6i2*2=1 6i4*4=64 6i8*1=6e 8vj*3=6e 8zj*1=9 \
    928*w=6e 9ii*1=62 9ij*1=6c 9ik*1=6g 9il*1=66 9im*2=68 9ll*2=8 wvj*1=6e wvo*a=6e wwu*2=6e wz4*2=6e x6u*1=9 \
    x7w*1=9 xc4*1=9 xcw*i=6e xez*3=64 xg3*1=9 xir*1=7 xj4*1=9 xps*1=6e xpu*2=6e xpw*1=64 xpz*2=6e xq6*2=6e xq9*1=6e \
    xrq*1=9 xyl*1=9 1dlq*1=q 1e74*7=6e 1e7b*7=64 1e7i*2=6e 1eyl*1=64 1f4w*1=64 1f92*5=6e 1gjx*1=64 1gjz*1=6e \
    1gl4*1=6e 1gl5*1=1 1gl6*1=64 1glb*1=9 1gpx*1=6e 1gpy*1=64 1h5w*4=6e 1hgr*2=6e 1hl2*2=64 1hl4*3=6e 1hl7*1=64 \
    1hl8*1=6e 1hl9*4=64 1hmq*1=6e 1hmr*1=64 1hms*1=6e 1hmt*1=64 1hs6*1=9 1htc*1=9 1htr*1=9 1hvd*1=9 1hve*1=7 \
    1hxc*3=6e 1hyr*2=9 1i0j*1=7 1i2o*1=9 1i2y*1=7 1i5x*1=9 1i5y*1=7 1iax*1=7 1iay*1=9 1id7*2=7 1idp*1=9 1iee*7=6e \
    1ieo*5=6e 1iki*1=9 1ikm*1=7 1ila*1=6e 1io2*1=9 1io3*1=7 1iv3*1=9 1iv4*1=7 1iyn*1=9 1j1y*1=9 1j1z*1=7 1j57*1=9 \
    1jcp*1=9 1jcq*1=7 1jjx*2=9 1jk3*1=7 1jog*1=9 1jqs*1=9 1jrb*1=9 1jtl*1=9 1k5b*1=9 1kci*1=7 1kck*2=9 1kev*1=9 \
    1zow*5=1 1zqo*7=6e 20og*2=6 2ftq*1=1 2jxh*2=60 2jxj*3=1 2jxp*1=6a 2jxq*5=60 2jy3*8=64 2jyd*5=6e 2jyi*2=64 \
    2jze*4=6e 2k3m*3=6e 2mtc*7=6e 2mtk*h=6e 2mu3*7=6e 2mub*2=6e 2mue*5=6e 2n1s*7=6e 2nce*1=6e 2ne4*4=6e 2ok0*7=64 \
    2on8*6=6e 2one*1=7
    """

  /// `a+b=c`: two folded scalars are written as one.
  static let compositions = """
    4o+ld=p1 qy+ld=pc q9+ld=q4 qd+ld=q5 qf+ld=q6 qh+ld=q7 qz+ld=q8 qh+lk=qy qt+lk=qz qn+ld=r0 qt+ld=r1 qx+ld=r2 \
    r6+ld=r7 r6+lk=r8 u0+li=u1 tx+lc=uo tx+lk=up tv+ld=ur uu+lk=uv u2+ld=v0 u0+lc=v1 ub+li=v2 vp+lr=vr ty+li=xu \
    ts+li=y9 ts+lk=yb tx+li=yf yh+lk=yj ty+lk=yl tz+lk=yn u0+lg=yr u0+lk=yt u6+lk=yv yx+lk=yz ul+lk=z1 ub+lg=z3 \
    ub+lk=z5 ub+ln=z7 uf+lk=z9 uj+lk=zd 17r+18z=17m 17r+190=17n 18o+190=17o 17r+191=17p 18q+190=17q 1cl+190=1c0 \
    1c1+190=1c2 1ci+190=1cj 1t4+1to=1t5 1tc+1to=1td 1tf+1to=1tg 1xj+1xa=1xn 1xj+1xz=1xo 287+28m=288 287+27y=28b \
    287+28n=28c 2aa+2c7=2ac 2bq+2bi=2bu 2br+2bi=2bv 2bq+2c7=2bw 2fa+2fq=2fc 2in+2j9=2io 2iu+2j9=2iv 2iu+2ja=2iw \
    2iu+2iq=2iy 2iy+2j9=2iz 2me+2m6=2mi 2mf+2m6=2mj 2me+2mv=2mk 2qh+2q2=2qi 2qh+2q7=2qk 2qk+2q2=2ql 2qh+2qn=2qm \
    36t+372=36u 5c5+5dh=5c6 5c7+5dh=5c8 5c9+5dh=5ca 5cb+5dh=5cc 5cd+5dh=5ce 5ch+5dh=5ci 5dm+5dh=5dn 5do+5dh=5dp \
    5dq+5dh=5ds 5dr+5dh=5dt 5du+5dh=5dv q9+lv=64g q9+lw=64h 64g+lc=64i 64h+lc=64j 64g+ld=64k 64h+ld=64l 64g+n6=64m \
    64h+n6=64n qd+lv=64w qd+lw=64x 64w+lc=64y 64x+lc=64z 64w+ld=650 64x+ld=651 qf+lv=65c qf+lw=65d 65c+lc=65e \
    65d+lc=65f 65c+ld=65g 65d+ld=65h 65c+n6=65i 65d+n6=65j qh+lv=65s qh+lw=65t 65s+lc=65u 65t+lc=65v 65s+ld=65w \
    65t+ld=65x 65s+n6=65y 65t+n6=65z qn+lv=668 qn+lw=669 668+lc=66a 669+lc=66b 668+ld=66c 669+ld=66d qt+lv=66o \
    qt+lw=66p 66o+lc=66q 66p+lc=66r 66o+ld=66s 66p+ld=66t 66o+n6=66u 66p+n6=66v qx+lv=674 qx+lw=675 674+lc=676 \
    675+lc=677 674+ld=678 675+ld=679 674+n6=67a 675+n6=67b q9+lc=67k qd+lc=67m qf+lc=67o qh+lc=67q qn+lc=67s \
    qt+lc=67u qx+lc=67w q9+li=69c q9+lg=69d q9+n6=69i 4o+n6=69t qf+n6=69y 69r+lc=6a5 69r+ld=6a6 69r+n6=6a7 qh+li=6a8 \
    qh+lg=6a9 qy+lc=6aa qh+n6=6ae qy+n6=6af 6bi+lc=6al 6bi+ld=6am 6bi+n6=6an qt+li=6ao qt+lg=6ap qz+lc=6aq qp+lv=6as \
    qp+lw=6at qt+n6=6au qz+n6=6av 4o+lc=6b1 qx+n6=6ba 6mo+mw=6my 6mq+mw=6mz 6ms+mw=6ni 6og+mw=6od 6ok+mw=6oe \
    6oi+mw=6of 6pv+mw=6pw 6q0+mw=6q1 6q3+mw=6q4 6qr+mw=6qs 6qt+mw=6qu 6rg+mw=6rl 6rn+mw=6ro 6rp+mw=6rr 6rs+mw=6rt \
    1p+mw=6sg 6sh+mw=6si 6rx+mw=6st 1o+mw=6su 1q+mw=6sv 6sk+mw=6sw 6sl+mw=6sx 6sy+mw=6t0 6sz+mw=6t1 6t2+mw=6t4 \
    6t3+mw=6t5 6t6+mw=6tc 6t7+mw=6td 6te+mw=6tg 6tf+mw=6th 6ti+mw=6tk 6tj+mw=6tl 6ua+mw=6uk 6ug+mw=6ul 6uh+mw=6um \
    6uj+mw=6un 6t8+mw=6w0 6t9+mw=6w1 6tt+mw=6w2 6tu+mw=6w3 6uq+mw=6wa 6ur+mw=6wb 6us+mw=6wc 6ut+mw=6wd 9jf+9ll=9jg \
    9jh+9ll=9ji 9jj+9ll=9jk 9jl+9ll=9jm 9jn+9ll=9jo 9jp+9ll=9jq 9jr+9ll=9js 9jt+9ll=9ju 9jv+9ll=9jw 9jx+9ll=9jy \
    9jz+9ll=9k0 9k1+9ll=9k2 9k4+9ll=9k5 9k6+9ll=9k7 9k8+9ll=9k9 9kf+9ll=9kg 9kf+9lm=9kh 9ki+9ll=9kj 9ki+9lm=9kk \
    9kl+9ll=9km 9kl+9lm=9kn 9ko+9ll=9kp 9ko+9lm=9kq 9kr+9ll=9ks 9kr+9lm=9kt 9ja+9ll=9lg 9lp+9ll=9lq 9m3+9ll=9m4 \
    9m5+9ll=9m6 9m7+9ll=9m8 9m9+9ll=9ma 9mb+9ll=9mc 9md+9ll=9me 9mf+9ll=9mg 9mh+9ll=9mi 9mj+9ll=9mk 9ml+9ll=9mm \
    9mn+9ll=9mo 9mp+9ll=9mq 9ms+9ll=9mt 9mu+9ll=9mv 9mw+9ll=9mx 9n3+9ll=9n4 9n3+9lm=9n5 9n6+9ll=9n7 9n6+9lm=9n8 \
    9n9+9ll=9na 9n9+9lm=9nb 9nc+9ll=9nd 9nc+9lm=9ne 9nf+9ll=9ng 9nf+9lm=9nh 9ly+9ll=9o4 9nz+9ll=9o7 9o0+9ll=9o8 \
    9o1+9ll=9o9 9o2+9ll=9oa 9od+9ll=9oe 1huh+1hve=1hui 1huj+1hve=1huk 1hut+1hve=1huz 1hyp+1hyf=1hym 1hyq+1hyf=1hyn \
    1idj+1ida=1idn 1idj+1idz=1ido 1int+1inu=1inv 1int+1ink=1inw 1int+1inx=1iny 1iuw+1iun=1iuy 1iux+1iun=1iuz \
    1jjp+1jjk=1jjs
    """
}

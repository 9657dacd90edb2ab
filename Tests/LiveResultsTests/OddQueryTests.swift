// Odd names, odd schemas and odd forms: each query equals a rerun after each commit.

import Databases
import TestSupport
import Testing

@testable import LiveResults

@Suite struct OddQueryTests {
  private static let schema = #"""
    create table "Order"(id integer primary key autoincrement, "group" text collate nocase, "select" int, [a b] real, `q"x` default 7);
    create table st(id integer primary key, v any, n int, t text, b blob) strict;
    create table wr(a text, b int, c any, primary key(b desc, a)) without rowid;
    create table nr(x, y int, rowid text);
    create table gen(id integer primary key, a int, b int as (a * 2) stored, c text as (a || '-' || b));
    create table par(id integer primary key, up int references par(id), w real default 1.5 check(w > -1e9) not null);
    create table u1(a int unique, b text unique on conflict replace, c int check(c <> 99));
    create index gi on st(n);
    create index pi on par(up);
    create index oi on "Order"("group");
    create view v1 as select id, t as txt, n from st where n > 1;
    create view v2(i, s) as select v1.id, v1.txt from v1 join par on par.up = v1.id;
    create view v3 as select n, count(*) as c from st group by n;
    create view v4 as select * from v3 order by c;
    create view v5 as select id from par where date('now') > '2000-01-01';
    create view v6 as select id from st union all select id from par;
    """#

  /// The columns that a commit writes, by table.
  private static let columns: [(table: String, key: String, columns: [String])] = [
    ("\"Order\"", "id", ["\"group\"", "\"select\"", "[a b]", "`q\"x`"]),
    ("st", "id", ["v", "n", "t", "b"]),
    ("wr", "a", ["a", "b", "c"]), ("nr", "x", ["x", "y", "rowid"]), ("gen", "id", ["a"]),
    ("par", "id", ["up", "w"]),
    ("u1", "a", ["a", "b", "c"]),
  ]

  private static let queries = #"""
    select * from "Order" where "group" = 'B'
    select o."group" g, count(*) "count", sum(o.[a b]) from "Order" o group by o."group"
    select "Group", max("Select") from main."order" group by 1 having "Group" <> 'zz' order by "count(*)"
    select main."Order".id, "Order"."select" + 1 from main."Order" where main."Order".[a b] > 1
    select st.*, p.* from st, par as p where p.up = st.id
    select * from st natural join gen
    select * from st join gen using (id) where st.v = 3
    select a.id, b.id, c.id from par a join par b on b.up = a.id join par c on c.up = b.id
    select * from par a, par a2 where a.up = a2.up
    select rowid, x from nr where y > 1
    select _rowid_, oid, x from nr order by oid desc limit 3
    select st.rowid, st.id from st where st.oid < 9
    select v, typeof(v), n from st where v > '2' order by v, id
    select v, count(*) from st group by v order by 1
    select v + 1 as k, count(*), min(t), max(b) from st group by k
    select c, b, a from gen where c like '1%' order by c desc
    select b, sum(a), group_concat(distinct a) from gen group by b
    select * from v1
    select * from main.v1 as z where z.n = 2
    select i, count(*) from v2 group by i
    select v2.s, st.n from v2 left join st on st.id = v2.i
    select * from v3 where c > 1
    select v3.n, v3.c, st.id from v3 join st on st.n = v3.n
    select sum(c), count(*) from v4
    select * from v5
    select id, count(*) from v6 group by id
    with a(p, q) as (select id, n from st where n is not null), b as (select p, q from a where q < 5) select b.p, a.q from a join b on a.p = b.p
    with st as (select id, w from par) select st.id, st.w from st where st.w > 0
    with a as materialized (select n, max(id) as m from st group by n) select a.n, a.m, par.up from a left join par on par.id = a.m
    select wr.a, wr.c from wr where b > 0 order by b desc, a limit 4
    select w1.a, w2.a from wr w1 left join wr w2 on w1.b = w2.b and w1.a < w2.a
    select w1.a, w1.b, (select count(*) from wr w2 where w2.b = w1.b) from wr w1
    select a, b from wr where exists (select 1 from nr where nr.y = wr.b)
    select a from wr where b in (select y from nr)
    select x from nr where x not in (select a from wr)
    select x, x in (select a from wr) from nr
    select a, rank() over (partition by b order by a) from wr
    select id, sum(w) over (partition by up), count(*) filter (where w > 1) over (partition by up) from par
    select case when up is null then 'root' else 'leaf' end k, count(*), avg(w), total(w) from par group by 1 order by k
    select up, count(*) from par group by up having count(*) > (select 1)
    select distinct up is null, w > 1 from par
    select distinct "group" from "Order" order by 1 desc
    select distinct "group" collate binary from "Order" order by 1
    select count(*), count(up), count(distinct up), sum(w), min(w), max(id) from par
    select count(*) from par a left join par b on b.up = a.id
    select a.id, count(b.id), sum(b.w) from par a left join par b on b.up = a.id group by a.id having count(b.id) > 1
    select a.id, b.id, c.id from par a left join par b on b.up = a.id left join par c on c.up = b.id
    select a.id, b.id, c.id from par a left join par b on b.up = a.id join st c on c.n = a.id
    select id from st union select id from par order by 1 desc
    select id, n from st union all select id, up from par order by 2 desc, 1 limit 5
    select n from st except select up from par
    select * from u1 where a = 1 or b = '1' -- comment; with semicolon
    select /* from nowhere */ b, 'from (select' from u1 where c is not distinct from 2
    select id from st where (n, t) = (2, 'a')
    select id from st where n in (1, 2, (3))
    select id from st where t like 'a%' escape '\' or t glob '[a-c]*' or t is not null and n between 1 and 3
    select max(n, id), min(n) from st
    select n, max(n, 2) from st order by max(n, 2), id
    select t || '!' as t, length(t) from st order by t
    select n as id, id as n from st order by id, n
    select n as t, count(*) from st group by t
    select count(*) as n, n as k from st group by k order by n desc, k
    select n, count(*) from st group by (1)
    select n, id from st order by (2) desc limit 3
    select t collate nocase as c, count(*) from st group by c order by c
    select x.k, x.c from (select n as k, count(*) as c from st group by n order by 2 desc limit 3) x order by x.c desc, x.k
    select s.id, (select max(w) from par where par.up = s.id) from st s order by 2 desc, 1
    select p.id from par p where p.w > (select avg(w) from par q where q.up = p.up)
    select n, sum(n) over (order by n) from (select n, count(*) c from st group by n)
    select julianday('now') > 0, id from st
    select date('now'), count(*) from st
    select abs(random()) >= 0, id from st
    select * from st limit 2
    select id from st order by id limit 3 offset 1
    select id from st order by n limit 2 + 1
    select * from pragma_table_info('st')
    select value from json_each('[1,2]')
    values (1), (2)
    select 1
    select n, nth from (select n, id, row_number() over (partition by n order by id) as nth from st) where nth <= 2
    select count(*) filter (where n > 1) as big, count(*) from st
    select t, json_group_array(id) from st group by t
    select "nocolumn" from st
    select n, "nocolumn", count(*) from st group by n
    select n, t, max(id) from st group by n
    """#.split(separator: "\n").map(String.init)

  private static func change(_ choices: inout Choices) -> String {
    let (table, key, columns) = choices.pick(Self.columns)
    if choices.chance(35) {
      return
        "DELETE FROM \(table) WHERE \(key) = (SELECT \(key) FROM \(table) LIMIT 1 OFFSET \(choices.below(9)))"
    }
    let names = (key == "id" ? ["id"] : []) + columns
    var values: [String] = []
    for name in names {
      let value = choices.pick([
        "NULL", "1", "2", "3", "2.5", "'a'", "'b'", "'B'", "'2'", "'zz'", "x'78'", "99", "0", "5.0",
      ])
      values.append(name == "id" ? "\(choices.number(1...12))" : value)
    }
    // OR REPLACE into a STRICT table would make SQLite 3.40 damage its index.
    let conflict = table == "st" ? "IGNORE" : "REPLACE"
    return
      "INSERT OR \(conflict) INTO \(table)(\(names.joined(separator: ", "))) VALUES(\(values.joined(separator: ", ")))"
  }

  @Test(
    "LSQ-01: odd queries over odd tables, in both encodings of text",
    arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func odd(encoding: String) async throws {
    var choices = Choices(seed: 1)
    var rows: [String] = []
    for _ in 0..<120 { rows.append(Self.change(&choices)) }
    try await Following.run(Self.schema, rows: rows, encoding: encoding) { following in
      var results: [(query: String, result: LiveResult)] = []
      for query in Self.queries where (try? following.oracle(query)) != nil {
        results.append((query, try await following.follow(query, reserve: 2)))
      }
      #expect(results.count > 80)
      for step in 0..<(encoding == "UTF-8" ? 25 : 12) {
        try following.other.run("BEGIN")
        for _ in 0...choices.below(5) { following.other.tryRun(Self.change(&choices)) }
        try following.other.run("COMMIT")
        let batches = try await following.looked()
        for (query, result) in results {
          let before = await result.rows.map(\.values)
          let change = try await following.step(result, batches)
          let kept = await result.rows.map(\.values)
          #expect(
            DailyQueryTests.changed(before, by: change) == DailyQueryTests.counts(kept),
            "step \(step): \(query)")
          if query.contains("random()") || query.contains("julianday") { continue }
          let again = try following.oracle(query)
          let isOpen = query.contains("limit") || query.hasPrefix("select n, t, max(id)")
          let upkeep = await result.upkeep?.description ?? ""
          let agrees =
            Agreement(kept, again, isTotal: false) != .none || (isOpen && kept.count == again.count)
          #expect(
            agrees,
            "step \(step), \(upkeep): \(query)\n\(kept.prefix(6))\n\(again.prefix(6))"
          )
        }
      }
      for (_, result) in results { await result.close() }
    }
  }
}

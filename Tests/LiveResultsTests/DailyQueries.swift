// Queries of daily life.

/// 61 queries, and how each is kept.
enum DailyQueries {
  struct Line {
    let sql: String
    let upkeep: String
  }

  static let all = [
    Line(
      sql: """
        select * from orders where status = 'open' order by day desc
        """, upkeep: "linear"),
    Line(
      sql: """
        select id, name, email from customers where country = 'DE' and vip order by name
        """, upkeep: "linear"),
    Line(
      sql: """
        select * from customers where name like 'a%' or email like '%example%'
        """, upkeep: "linear"),
    Line(
      sql: """
        select o.id, c.name, o.total from orders o join customers c on c.id = o.customer_id where o.total > 500
        """, upkeep: "linear"),
    Line(
      sql: """
        select o.id, p.name, i.qty * i.price as amount from orders o join items i on i.order_id = o.id join products p on p.id = i.product_id where o.status = 'open'
        """, upkeep: "linear"),
    Line(
      sql: """
        select * from orders order by total desc limit 10
        """, upkeep: "top"),
    Line(
      sql: """
        select * from events order by id desc limit 50
        """, upkeep: "top"),
    Line(
      sql: """
        select c.name, o.day, o.total from orders o join customers c on c.id = o.customer_id order by o.day desc, o.id desc limit 20
        """, upkeep: "top"),
    Line(
      sql: """
        select count(*) from orders
        """, upkeep: "groups"),
    Line(
      sql: """
        select count(*), sum(total), avg(total), max(day) from orders where status <> 'cancelled'
        """, upkeep: "groups"),
    Line(
      sql: """
        select status, count(*) from orders group by status
        """, upkeep: "groups"),
    Line(
      sql: """
        select status, count(*) as n, round(sum(total), 2) as amount from orders group by status order by amount desc
        """, upkeep: "groups"),
    Line(
      sql: """
        select country, count(*) from customers group by country having count(*) > 2 order by 2 desc
        """, upkeep: "groups"),
    Line(
      sql: """
        select city, count(*) from customers group by city order by count(*) desc, city limit 5
        """, upkeep: "groups"),
    Line(
      sql: """
        select c.country, sum(o.total) as amount from customers c join orders o on o.customer_id = c.id group by c.country order by amount desc
        """, upkeep: "groups"),
    Line(
      sql: """
        select c.id, c.name, sum(o.total) as amount from customers c join orders o on o.customer_id = c.id group by c.id, c.name order by amount desc limit 10
        """, upkeep: "groups"),
    Line(
      sql: """
        select strftime('%Y-%m', day) as month, count(*), sum(total) from orders group by month order by month
        """, upkeep: "groups"),
    Line(
      sql: """
        select date(day) d, count(*) from orders group by d order by d desc limit 14
        """, upkeep: "groups"),
    Line(
      sql: """
        select strftime('%w', day) as wd, avg(total) from orders group by 1
        """, upkeep: "groups"),
    Line(
      sql: """
        select p.name, sum(i.qty) as sold from products p join items i on i.product_id = p.id group by p.id order by sold desc limit 10
        """, upkeep: "groups asked again"),
    Line(
      sql: """
        select k.name, sum(i.qty * i.price) as revenue from categories k join products p on p.category_id = k.id join items i on i.product_id = p.id group by k.name order by revenue desc
        """, upkeep: "groups"),
    Line(
      sql: """
        select distinct country from customers order by country
        """, upkeep: "distinct"),
    Line(
      sql: """
        select distinct c.city, o.status from customers c join orders o on o.customer_id = c.id
        """, upkeep: "distinct"),
    Line(
      sql: """
        select count(distinct customer_id) from orders
        """, upkeep: "groups"),
    Line(
      sql: """
        select status, count(distinct customer_id) from orders group by status
        """, upkeep: "groups"),
    Line(
      sql: """
        select c.name, count(o.id) from customers c left join orders o on o.customer_id = c.id group by c.id order by 2 desc
        """, upkeep: "outer join"),
    Line(
      sql: """
        select c.name, o.id from customers c left join orders o on o.customer_id = c.id where o.id is null
        """, upkeep: "outer join"),
    Line(
      sql: """
        select c.* from customers c where not exists (select 1 from orders o where o.customer_id = c.id)
        """, upkeep: "subquery"),
    Line(
      sql: """
        select c.name from customers c where exists (select 1 from orders o where o.customer_id = c.id and o.total > 900)
        """, upkeep: "subquery"),
    Line(
      sql: """
        select name from customers where id in (select customer_id from orders where status = 'open')
        """, upkeep: "subquery"),
    Line(
      sql: """
        select name from customers where id not in (select customer_id from orders)
        """, upkeep: "subquery"),
    Line(
      sql: """
        select name, (select count(*) from orders o where o.customer_id = c.id) as n from customers c
        """, upkeep: "subquery"),
    Line(
      sql: """
        select name, (select max(day) from orders where customer_id = c.id) as last from customers c order by last desc
        """, upkeep: "subquery"),
    Line(
      sql: """
        select e.name, b.name as boss from employees e left join employees b on b.id = e.boss_id
        """, upkeep: "outer join"),
    Line(
      sql: """
        select e.name, b.name as boss from employees e join employees b on b.id = e.boss_id
        """, upkeep: "linear"),
    Line(
      sql: """
        select a.name, b.name, a.city from customers a join customers b on a.city = b.city and a.id < b.id
        """, upkeep: "linear"),
    Line(
      sql: """
        select * from orders where total > (select avg(total) from orders)
        """, upkeep: "again: a subquery without a condition"),
    Line(
      sql: """
        select * from orders where day >= date('now', '-30 days')
        """, upkeep: "linear"),
    Line(
      sql: """
        select * from open_orders order by total desc
        """, upkeep: "linear"),
    Line(
      sql: """
        select * from sales order by amount desc
        """, upkeep: "stacked"),
    Line(
      sql: """
        with big as (select customer_id, sum(total) as amount from orders group by customer_id) select c.name, b.amount from big b join customers c on c.id = b.customer_id where b.amount > 1500
        """, upkeep: "stacked"),
    Line(
      sql: """
        with m as (select strftime('%Y-%m', day) as month, sum(total) as amount from orders group by 1) select avg(amount), max(amount) from m
        """, upkeep: "stacked"),
    Line(
      sql: """
        select avg(n) from (select customer_id, count(*) as n from orders group by customer_id)
        """, upkeep: "stacked"),
    Line(
      sql: """
        select customer_id, day, total, row_number() over (partition by customer_id order by day desc) as rn from orders
        """, upkeep: "partitions asked again"),
    Line(
      sql: """
        select * from (select o.*, row_number() over (partition by customer_id order by total desc) as rn from orders o) where rn = 1
        """, upkeep: "stacked"),
    Line(
      sql: """
        select day, total, sum(total) over (order by day, id) as running from orders
        """, upkeep: "again: a window over all rows"),
    Line(
      sql: """
        select month, amount, amount - lag(amount) over (order by month) as diff from (select strftime('%Y-%m', day) as month, sum(total) as amount from orders group by 1)
        """, upkeep: "stacked, outer statement again"),
    Line(
      sql: """
        select status, min(total), max(total) from orders group by status
        """, upkeep: "groups"),
    Line(
      sql: """
        select customer_id, max(day), id from orders group by customer_id
        """, upkeep: "groups asked again"),
    Line(
      sql: """
        select genre, count(*) n, avg(ms) / 1000.0 as seconds from tracks group by genre order by n desc
        """, upkeep: "groups"),
    Line(
      sql: """
        select r.name, count(t.id) from artists r join albums b on b.artist_id = r.id join tracks t on t.album_id = b.id group by r.name order by 2 desc limit 10
        """, upkeep: "groups"),
    Line(
      sql: """
        select t.name from tracks t left join playlist p on p.track_id = t.id where p.pid is null
        """, upkeep: "outer join"),
    Line(
      sql: """
        select r.name, group_concat(b.title, ', ') from artists r join albums b on b.artist_id = r.id group by r.id
        """, upkeep: "groups asked again"),
    Line(
      sql: """
        select name from customers union select name from employees order by 1
        """, upkeep: "distinct"),
    Line(
      sql: """
        select 'order' as what, id, day from orders union all select 'event', id, at from events order by day desc limit 20
        """, upkeep: "linear"),
    Line(
      sql: """
        select case when total < 100 then 'small' when total < 500 then 'middle' else 'big' end as size, count(*) from orders group by size
        """, upkeep: "groups"),
    Line(
      sql: """
        select status, count(*) * 100.0 / (select count(*) from orders) as percent from orders group by status
        """, upkeep: "again: a subquery without a condition"),
    Line(
      sql: """
        select p.* from products p where stock < 10 and not discontinued order by stock, name
        """, upkeep: "linear"),
    Line(
      sql: """
        with recursive chain(id, name, depth) as (select id, name, 0 from employees where boss_id is null union all select e.id, e.name, depth + 1 from employees e join chain c on e.boss_id = c.id) select * from chain
        """, upkeep: "again: a recursive query"),
    Line(
      sql: """
        select sum(case when status = 'open' then 1 else 0 end) as open, sum(case when status = 'paid' then total else 0 end) as paid from orders
        """, upkeep: "groups"),
    Line(
      sql: """
        select json_extract(body, '$.level') as level, count(*) from events group by level order by 2 desc
        """, upkeep: "groups"),
  ]
}

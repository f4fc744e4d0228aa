import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claimOf, saysOtherwise } from './claim.ts'

const otherwise = (one: string, other: string) => saysOtherwise(claimOf(one), claimOf(other))

describe('two texts about one thing', () => {
  it.each([
    ['It listens on 4173.', 'It listens on 8080.'],
    ['The release is cut on Fridays.', 'The release is cut on Mondays.'],
    ['Use Node 20.18.1 here.', 'Use Node 22 here.'],
    ['We ship v2.1', 'We ship v3.0'],
    ['Logs are kept in /var/log/app.', 'Logs are kept in /srv/logs.'],
    ['The build is in C:\\out\\app', 'The build is in D:\\out\\app'],
    ['The mirror is https://a.example/x', 'The mirror is https://b.example/y'],
    ['Run the linter before commits.', 'Do not run the linter before commits.'],
    ["The server doesn't cache answers.", 'The server does cache answers.'],
    ['Never push to main.', 'Always push to main.'],
    ['Retries: three', 'Retries: five'],
    ['Telemetry is enabled', 'Telemetry is disabled'],
    ['预览服务端口是 4173', '预览服务端口是 8080'],
    ['每周三发布新版本', '每周五发布新版本'],
    ['提交前要运行测试', '提交前不要运行测试'],
    ['日志保存在 /var/log 目录', '日志保存在 /srv/log 目录'],
    ['缓存可以使用', '缓存不可以使用'],
  ])('say otherwise: “%s” and “%s”', (one, other) => {
    expect([otherwise(one, other), otherwise(other, one)]).toEqual([true, true])
  })

  it.each([
    ['the same twice', 'It listens on 4173.', 'it listens on 4173'],
    ['another thing', 'The harbour gauge reads in feet.', 'The harbour gauge reads in metres.'],
    ['numbers of different things', 'It listens on 4173.', 'It retries 5 times.'],
    ['nothing but a number', '4173', '8080'],
    ['entries of a list', 'Customer 17 has a discount of 5 %', 'Customer 18 has a discount of 7 %'],
    ['one that says more', 'It listens on port 80.', 'It listens on port 80 and 443.'],
    ['another thing, in Chinese', '预览服务端口是 4173', '数据库连接上限是 8080'],
  ])('do not when they are %s', (_what, one, other) => {
    expect([otherwise(one, other), otherwise(other, one)]).toEqual([false, false])
  })

  it('say otherwise exactly when one number differs, whatever the numbers', () => {
    const number = fc.nat(99_999)
    fc.assert(
      fc.property(number, number, number, (port, first, second) => {
        const said = (retries: number) => `The mole on ${port} tries ${retries} times.`
        expect(otherwise(said(first), said(second))).toBe(first !== second)
        const zh = (retries: number) => `端口 ${port} 最多重试 ${retries} 次`
        expect(otherwise(zh(first), zh(second))).toBe(first !== second)
      }),
    )
  })

  it('are judged the same from both sides, and never against themselves', () => {
    const text = fc.array(
      fc.oneof(fc.string(), fc.constantFrom('not', '不', '7', 'v1.2', '/a/b', 'port', '端口')),
      {
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [one, other] = [left.join(' '), right.join(' ')]
        expect(otherwise(one, other)).toBe(otherwise(other, one))
        expect(otherwise(one, one)).toBe(false)
      }),
    )
  })
})

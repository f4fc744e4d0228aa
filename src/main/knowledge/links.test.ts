import { describe, expect, it } from 'vitest'
import { linksOf, titleKey } from './links.ts'

const targets = (body: string, file: string | null = 'guide/start.md') =>
  linksOf(body, file).map(({ kind, target }) => `${kind} ${target}`)

describe('the links of a page', () => {
  it('name others by their titles, whatever the case and the spaces', () => {
    expect(targets('See [[Harbour  Tides]], [[Locks#Opening]] and [[Pilots|those on board]].')).toEqual([
      'title harbour tides',
      'title locks',
      'title pilots',
    ])
    expect(titleKey(' Ｈarbour\tTides ')).toBe('harbour tides')
  })

  it('lead to files of the same folder, from where the page lies', () => {
    const body =
      '[a](locks.md) [b](../tides.md#low "Low") [c](./sub%20way/x.pdf) [d](/etc/passwd.md) [e](../../out.md)'
    expect(targets(body)).toEqual(['file guide/locks.md', 'file tides.md', 'file guide/sub way/x.pdf'])
    expect(targets('[a](https://example.org/a.md) ![p](p.md) [b](mailto:a.md) [c](#top)')).toEqual([])
    expect(targets('[a](locks.md)', null)).toEqual([])
  })

  it.each([
    'C:\\x.md',
    'c:/x.md',
    '\\\\server\\share\\x.md',
    '//server/share/x.md',
    '..\\..\\x\0.md',
    '%5C%5Cserver/x.md',
    '%zz.md',
  ])('never lead out of the folder: %j', (address) => {
    for (const target of targets(`[a](${address})`)) expect(target).toMatch(/^file guide\/[^/]/)
  })

  it('are not what stands in code', () => {
    expect(targets('```\n[[One]]\n```\n`[[Two]]` ``[[`Three]]`` [[Four]]')).toEqual(['title four'])
  })
})

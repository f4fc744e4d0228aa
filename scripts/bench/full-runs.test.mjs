import { describe, expect, it } from 'vitest'
import { lineOf, withFullRun } from './full-runs.mjs'

const place = {
  at: new Date('2026-11-27T10:00:00Z'),
  load: /** @type {const} */ ([0.4, 2.31]),
  node: '20.20.2',
  electron: '33.2.1',
}

describe('the line of a full run', () => {
  it('names its day, the load of the machine and each missed target', () => {
    const results = [
      { bench: 'a', rows: [{ name: 'fast', ok: true }, { name: '  slow', ok: false }, { name: 'figure' }] },
      { bench: 'b', rows: [], error: 'It ended.' },
    ]
    expect(lineOf(results, place)).toBe(
      '- 2026-11-27, load 0.4 to 2.3, Node 20.20.2, Electron 33.2.1: 1 of 2 targets met. Missed: slow. Did not run: b.',
    )
  })

  it('comes first under its heading, which is made when it is missing', () => {
    const once = withFullRun('# Performance\n\nText.\n', '- one')
    expect(once).toBe('# Performance\n\nText.\n\n## Full runs\n\n- one\n')
    expect(withFullRun(once, '- two')).toBe('# Performance\n\nText.\n\n## Full runs\n\n- two\n- one\n')
    expect(withFullRun('## Full runs\n\n- one\n\n## Start\n', '- two')).toBe(
      '## Full runs\n\n- two\n- one\n\n## Start\n',
    )
  })
})

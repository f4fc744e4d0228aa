import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCountingGroup, openGroup, type Refusal } from '../../../test/support/stories/group-rig.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'group-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (isAtRest = () => true) => openGroup({ folder, isAtRest })
const openCounting = () => openCountingGroup(folder)

describe('transactions that are committed together', () => {
  it('takes one commit for all of a turn but its first, and every other transaction waits for the disk as before', () => {
    const { write, here, elsewhere, endTurn, disk, mode, group, news } = open()
    write(1)
    expect([elsewhere(), group.isOpen(), mode(), news]).toEqual([[1], false, 2, ['committed']])
    write(2)
    write(3)
    expect([here(), elsewhere(), group.isOpen(), mode()]).toEqual([[1, 2, 3], [1], true, 1])
    endTurn()
    expect([elsewhere(), group.isOpen(), mode(), disk.commits]).toEqual([[1, 2, 3], false, 2, 2])
    write(4)
    expect(elsewhere()).toEqual([1, 2, 3, 4])
  })

  it('does not keep a flood waiting for the end of the turn', () => {
    const { write, elsewhere, endTurn, disk } = open()
    for (let n = 0; n < 1_100; n += 1) write(n)
    expect(elsewhere()).toHaveLength(1_027)
    endTurn()
    expect([elsewhere().length, disk.commits]).toEqual([1_100, 6])
  })

  it('takes back what failed, and nothing else', () => {
    const { write, writeHalf, here, elsewhere, endTurn, group } = open()
    expect(() => writeHalf(1)).toThrow('no more')
    expect([here(), group.isOpen()]).toEqual([[], false])
    write(1)
    write(2)
    expect(() => writeHalf(3)).toThrow('no more')
    write(4)
    expect(here()).toEqual([1, 2, 4])
    endTurn()
    expect(elsewhere()).toEqual([1, 2, 4])
  })

  it('belongs to the transaction it is written in', () => {
    const { real, write, here, group } = open()
    const both = real.transaction(() => {
      write(1)
      throw new Error('taken back')
    })
    expect(both).toThrow('taken back')
    expect([here(), group.isOpen()]).toEqual([[], false])
    write(2)
    group.write(() => write(3))
    expect([here(), group.isOpen()]).toEqual([[2, 3], true])
  })

  it('waits for the disk again when it could not begin', () => {
    const { real, write, mode } = open()
    const holder = new BetterSqlite3(real.name)
    holder.exec('BEGIN IMMEDIATE')
    real.pragma('busy_timeout = 0')
    expect(() => write(1)).toThrow('locked')
    expect(mode()).toBe(2)
    holder.close()
  })
})

describe('an app that is at work', () => {
  it('commits nothing by itself while something waits for the disk', () => {
    let isAtRest = false
    const { write, elsewhere, endTurn, disk, group } = open(() => isAtRest)
    write(1)
    write(2)
    expect([elsewhere(), group.isOpen()]).toEqual([[], true])
    endTurn()
    expect([elsewhere(), disk.commits]).toEqual([[1, 2], 1])
    isAtRest = true
    write(3)
    expect([elsewhere(), disk.commits]).toEqual([[1, 2, 3], 2])
  })
})

describe('what is written apart', () => {
  it('is on the disk at once, after all that was written before', () => {
    const { write, elsewhere, group, disk } = open(() => false)
    write(1)
    const told = group.apart(() => {
      write(2)
      write(3)
      return 'done'
    })
    expect([told, elsewhere(), group.isOpen(), disk.commits]).toEqual(['done', [1, 2, 3], false, 3])
    write(4)
    expect([elsewhere(), group.isOpen()]).toEqual([[1, 2, 3], true])
  })

  it('was not written when the disk does not take it, and what came before is kept', () => {
    const { write, here, group, disk, endTurn, elsewhere } = open(() => false)
    disk.refuses = 'kept'
    expect(() => group.apart(() => write(1))).toThrow('disk is full')
    expect([here(), group.isStuck()]).toEqual([[], false])
    write(2)
    expect(() => group.apart(() => write(3))).toThrow('disk is full')
    expect([here(), group.isStuck()]).toEqual([[2], true])
    disk.refuses = null
    group.apart(() => write(3))
    endTurn()
    expect(elsewhere()).toEqual([2, 3])
  })
})

describe('what is left to the end of a transaction', () => {
  it('is written once, in the transaction it belongs to', () => {
    const { write, writeHalf, flushed, real, endTurn, group, elsewhere } = openCounting()
    write(1)
    expect(flushed()).toEqual([1])
    write(2)
    write(3)
    expect(() => writeHalf(4)).toThrow('no more')
    write(5)
    expect(flushed()).toEqual([1])
    endTurn()
    expect(flushed()).toEqual([1, 4])
    real.transaction(() => write(6))()
    expect(flushed()).toEqual([1, 4, 5])
    write(7)
    group.write(() => {
      write(8)
      group.commit()
      // A flush requested within a part is for reading.
      expect(flushed()).toEqual([1, 4, 5, 6, 7])
    })
    endTurn()
    expect([flushed(), elsewhere()]).toEqual([
      [1, 4, 5, 6, 7],
      [1, 2, 3, 5, 6, 7, 8],
    ])
  })

  it('is taken back with a transaction of somebody else', () => {
    const { write, flushed, real, late } = openCounting()
    const both = real.transaction(() => {
      write(1)
      late.flush()
      throw new Error('taken back')
    })
    expect(both).toThrow('taken back')
    write(2)
    expect(flushed()).toEqual([1])
  })
})

describe('a commit that fails', () => {
  it('takes nothing of the first of a turn', () => {
    const { write, here, elsewhere, endTurn, disk, group, news } = open()
    disk.refuses = 'kept'
    expect(() => write(1)).toThrow('disk is full')
    expect([here(), group.isStuck(), group.isOpen(), news]).toEqual([[], false, false, []])
    disk.refuses = null
    write(2)
    endTurn()
    expect(elsewhere()).toEqual([2])
  })

  it.each<Refusal>(['kept', 'ended'])(
    'leaves true what this process knows, and takes nothing more until it succeeds (%s)',
    (how) => {
      const { write, here, elsewhere, endTurn, disk, group, news } = open()
      write(1)
      write(2)
      disk.refuses = how
      endTurn()
      expect([here(), elsewhere(), group.isStuck(), news]).toEqual([
        [1, 2],
        [1],
        true,
        ['committed', 'database or disk is full'],
      ])
      expect(() => write(3)).toThrow('disk is full')
      expect(() => group.commit()).toThrow('disk is full')
      // It is said once.
      expect([here(), news.length]).toEqual([[1, 2], 2])
      disk.refuses = null
      write(4)
      expect([elsewhere(), group.isStuck()]).toEqual([[1, 2, 4], false])
      endTurn()
      expect(elsewhere()).toEqual([1, 2, 4])
    },
  )

  it('says so when even what was written cannot be kept, and takes nothing more', () => {
    const { group, real, endTurn, disk, news } = open()
    let times = 0
    group.write(() => {})
    group.write(() => {
      times += 1
      if (times > 1) throw new Error('not again')
    })
    disk.refuses = 'ended'
    endTurn()
    expect(news).toEqual(['committed', 'not again'])
    expect([real.inTransaction, group.isOpen()]).toEqual([false, false])
    disk.refuses = null
    expect(() => group.write(() => {})).toThrow('not again')
  })

  it('never loses or makes up a line, whatever fails when', () => {
    const act = fc.constantFrom('write', 'half', 'turn', 'commit', 'kept', 'ended', 'mend')
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const { write, writeHalf, here, elsewhere, stored, endTurn, disk, group, close } = openCounting()
        const taken: number[] = []
        for (const [n, what] of acts.entries()) {
          if (what === 'kept' || what === 'ended') disk.refuses = what
          else if (what === 'mend') disk.refuses = null
          else if (what === 'turn') endTurn()
          else if (what === 'commit') quietly(group.commit)
          else if (what === 'half') quietly(() => writeHalf(n))
          else if (quietly(() => write(n))) taken.push(n)
          expect(here()).toEqual(taken)
          const safe = elsewhere()
          expect(safe).toEqual(taken.slice(0, safe.length))
          if (!group.isOpen()) expect(safe).toEqual(taken)
          // Late writes are always part of their transaction.
          expect(stored()).toEqual([safe.length, safe.length])
        }
        disk.refuses = null
        group.commit()
        expect(elsewhere()).toEqual(taken)
        close()
      }),
      { numRuns: 150 },
    )
  })
})

/** Whether it went well. */
function quietly(act: () => void): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}

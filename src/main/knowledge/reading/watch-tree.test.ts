import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { watchTree } from './watch-tree.ts'

function open(count: number) {
  const root = mkdtempSync(join(tmpdir(), 'orrery-watch-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folders = Array.from({ length: count }, (_, at) => join(root, String(at)))
  for (const folder of folders) mkdirSync(folder)
  const clock = createStoppedClock()
  let changed = 0
  const watch = (all: readonly string[]) => {
    const count = () => {
      changed += 1
    }
    const stop = watchTree(all, count, { clock, logger: silentLogger })
    onTestFinished(stop)
    return stop
  }
  return { folders, root, clock, watch, changed: () => changed }
}

describe('watching a folder of pages', () => {
  it('waits for news where every folder is watched', () => {
    const { folders, clock, watch } = open(3)
    watch(folders)
    expect(clock.waiting()).toEqual([])
  })

  it('looks again after a while where there are more folders than watchers', () => {
    const { folders, clock, watch, changed } = open(501)
    const stop = watch(folders)
    clock.advance(3 * 60_000)
    expect(changed()).toBe(1)
    stop()
    watch(folders)()
    expect(clock.waiting()).toEqual([])
  })

  it('looks again after a while where a folder cannot be watched', () => {
    const { folders, root, clock, watch, changed } = open(1)
    watch([...folders, join(root, 'gone')])
    clock.advance(3 * 60_000)
    expect(changed()).toBe(1)
  })
})

import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { expect, it } from 'vitest'
import { silentLogger } from '../../lib/logger.ts'
import { followPage } from './page-lifecycle.ts'

function open() {
  const told: string[] = []
  const contents = new EventEmitter()
  const page = Object.assign(contents, { reload: () => told.push('reload') })
  followPage(page as unknown as WebContents, {
    logger: silentLogger,
    started: () => told.push('started'),
    ended: () => told.push('ended'),
    lost: () => told.push('lost'),
  })
  const crash = (reason = 'crashed') => contents.emit('render-process-gone', {}, { reason, exitCode: 11 })
  return { told, contents, crash }
}

it('takes a reload for an end and a start', () => {
  const { told, contents } = open()
  contents.emit('did-navigate')
  contents.emit('did-navigate')
  contents.emit('destroyed')
  expect(told).toEqual(['started', 'ended', 'started', 'ended'])
})

it('says nothing of a page that never came', () => {
  const { told, contents } = open()
  contents.emit('destroyed')
  expect(told).toEqual([])
})

it('brings a crashed page back, but not one that crashes again and again', () => {
  const { told, contents, crash } = open()
  for (let round = 0; round < 3; round++) {
    contents.emit('did-navigate')
    crash()
  }
  contents.emit('destroyed')
  expect(told).toEqual([
    'started',
    'ended',
    'reload',
    'started',
    'ended',
    'reload',
    'started',
    'ended',
    'lost',
  ])
})

it('leaves a page that ended by itself alone', () => {
  const { told, contents, crash } = open()
  contents.emit('did-navigate')
  crash('clean-exit')
  expect(told).toEqual(['started', 'ended'])
})

it('lets no page keep its window open', () => {
  const { contents } = open()
  let prevented = false
  contents.emit('will-prevent-unload', { preventDefault: () => (prevented = true) })
  expect(prevented).toBe(true)
})

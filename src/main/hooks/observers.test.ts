import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { systemClock } from '../lib/clock.ts'
import { silentLogger } from '../lib/logger.ts'
import type { HookScene, ObserveHook } from './hook.ts'
import { createObservers } from './observers.ts'
import type { Noted } from './run-chain.ts'

const scene: HookScene = {
  sessionId: 'ses_00000001' as SessionId,
  runId: null,
  agentId: 'build',
  projectId: null,
  cwd: '/tmp',
}

function open(observers: readonly ObserveHook[]) {
  const noted: Noted[] = []
  const room = createObservers({
    clock: systemClock,
    logger: silentLogger,
    observersOf: async () => observers,
    note: (one) => void noted.push(one),
  })
  return { ...room, noted }
}

const hook = (owner: string, hear: ObserveHook['hear']): ObserveHook => ({
  key: owner,
  owner,
  name: 'task.created',
  timeoutMs: 1_000,
  hear,
})

it('tells everybody who asked for it, and one that fails harms nobody', async () => {
  const heard: unknown[] = []
  const { tell, idle, noted } = open([
    hook('fails', () => Promise.reject(new Error('inside'))),
    hook('hears', async ({ data }) => void heard.push(data)),
  ])
  tell({ name: 'task.created', data: 1 }, scene)
  tell({ name: 'teammate.idle', data: 2 }, scene)
  await idle()
  expect(heard).toEqual([1])
  expect(noted.map(({ key, outcome }) => [key, outcome]).sort()).toEqual([
    ['fails', 'failed'],
    ['hears', 'done'],
  ])
})

it('tells each in the order in which things happened, whatever the others take', async () => {
  const heard: string[] = []
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const { tell, idle } = open([
    hook('slow', async ({ data }) => {
      if (data === 1) await gate
      heard.push(`slow ${data}`)
    }),
    hook('quick', async ({ data }) => {
      heard.push(`quick ${data}`)
      if (data === 2) release()
    }),
  ])
  for (const data of [1, 2]) tell({ name: 'task.created', data }, scene)
  await idle()
  expect(heard).toEqual(['quick 1', 'quick 2', 'slow 1', 'slow 2'])
})

it('returns at once and lets only so much wait for a slow one', async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let heard = 0
  const { tell, idle } = open([
    hook('slow', async () => {
      heard += 1
      await gate
    }),
  ])
  for (let at = 0; at < 1_000; at += 1) tell({ name: 'task.created', data: at }, scene)
  release()
  await idle()
  expect(heard).toBe(204)
})

it('ends what is going on when it is closed', async () => {
  let stopped = false
  let began = () => {}
  const beginning = new Promise<void>((resolve) => {
    began = resolve
  })
  const { tell, close } = open([
    hook('hangs', (_, __, signal) => {
      began()
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          stopped = true
          resolve()
        })
      })
    }),
  ])
  tell({ name: 'task.created', data: null }, scene)
  await beginning
  await close()
  expect(stopped).toBe(true)
})

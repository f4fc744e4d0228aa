import { expect, it } from 'vitest'
import type { ClientId } from '#shared/ids.ts'
import type { NewId } from '../lib/ids.ts'
import { createActingClient } from './acting-client.ts'

function acting() {
  let count = 0
  const newId = (() => `cli_${count++}` as ClientId) as unknown as NewId
  return createActingClient(newId)
}
const [APP, FIRST, SECOND] = ['cli_0', 'cli_1', 'cli_2']

it('is the app outside of calls, and the window within, also after waits', async () => {
  const client = acting()
  const seen: string[] = [client.current()]
  await client.during(7, async () => {
    await Promise.resolve()
    seen.push(client.current())
  })
  seen.push(client.current())
  expect(seen).toEqual([APP, FIRST, APP])
})

it('keeps windows apart that act at the same time', async () => {
  const client = acting()
  const order: string[] = []
  let goOn = () => {}
  const first = client.during(1, async () => {
    await new Promise<void>((done) => {
      goOn = done
    })
    order.push(client.current())
  })
  await client.during(2, async () => void order.push(client.current()))
  goOn()
  await first
  await client.during(1, () => void order.push(client.current()))
  expect(order).toEqual([SECOND, FIRST, FIRST])
})

it.each([
  ['no other call is open', false],
  ['another call is open', true],
])('is the app for the run of an answered call, while %s', async (_says, isOpen) => {
  const client = acting()
  let resume = () => {}
  let endOther = () => {}
  let later: Promise<string> = Promise.resolve('')
  const other = isOpen ? client.during(2, () => new Promise<void>((done) => (endOther = done))) : null
  await client.during(1, () => {
    later = new Promise<void>((done) => {
      resume = done
    }).then(() => client.current())
  })
  resume()
  expect(await later).toBe(APP)
  endOther()
  await other
})

it('is another client after a reload, and passes failures on', async () => {
  const client = acting()
  const at = () => client.during(1, () => client.current())
  const before = await at()
  client.forget(1)
  expect([before, await at()]).toEqual([FIRST, SECOND])
  await expect(client.during(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(client.current()).toBe(APP)
})

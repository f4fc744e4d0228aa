import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/session/message-words.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import {
  calls,
  echo,
  ended,
  runsOf,
  says,
  saysAndHangs,
} from '../../../../test/support/rigs/scripted-replies.ts'

type Rig = ReturnType<typeof createRunRig>
type Id = Awaited<ReturnType<Rig['open']>>
const queueOf = (rig: Rig, id: Id) => rig.log.store.folds(id).queue
const itemNamed = (rig: Rig, id: Id, text: string) => {
  const item = queueOf(rig, id).find((each) => each.text === text)
  if (item === undefined) throw new Error(`${text} does not wait.`)
  return item.itemId
}
const words = (rig: Rig, id: Id) => rig.messages(id).map(textOf)

describe('a message that is sent before its turn', () => {
  it('joins the run that goes on at its next step, and the others go on waiting', async () => {
    let finish = () => {}
    const mayEnd = new Promise<string>((resolve) => {
      finish = () => resolve('done')
    })
    const rig = createRunRig({
      replies: [calls('slow'), says('Both.'), says('Later.')],
      tools: [echo('slow', () => mayEnd)],
    })
    const id = await rig.open()
    rig.say(id, 'Go')
    await rig.until(id, () => rig.messages(id).length === 2)
    rig.lane.enqueue(id, 'followup', 'First')
    rig.lane.enqueue(id, 'followup', 'Second')
    rig.lane.sendNow(id, itemNamed(rig, id, 'Second'))
    expect(queueOf(rig, id).map(({ lane, text }) => [lane, text])).toEqual([
      ['steer', 'Second'],
      ['followup', 'First'],
    ])
    finish()
    await ended(rig, id, 2)
    const path = rig.log.paths.of(id, rig.sessions.get(id).meta.activeContextId as never)
    const steers = path.filter((event) => event.kind === 'harness.item')
    expect(steers).toMatchObject([{ payload: { kind: 'steer', content: 'Second' } }])
    expect(words(rig, id).slice(-3)).toEqual(['Both.', 'First', 'Later.'])
    expect(queueOf(rig, id)).toEqual([])
  })

  it('starts a run when nothing runs, also when it was held, and leaves the others held', async () => {
    const rig = createRunRig({ replies: [saysAndHangs('Half'), says('Now.')] })
    const id = await rig.open()
    rig.say(id, 'Go')
    rig.lane.enqueue(id, 'followup', 'First')
    rig.lane.enqueue(id, 'followup', 'Second')
    await rig.lane.stop(id, runsOf(rig, id)[0]?.runId as never, 'Stopped by you.')
    await rig.until(id, () => queueOf(rig, id).every(({ held }) => held))
    rig.lane.sendNow(id, itemNamed(rig, id, 'Second'))
    await ended(rig, id, 2)
    expect(words(rig, id).slice(-2)).toEqual(['Second', 'Now.'])
    expect(queueOf(rig, id)).toMatchObject([{ text: 'First', held: true }])
  })

  it('is refused in words when it was sent meanwhile', async () => {
    const rig = createRunRig({ replies: [says('One.'), says('Two.')] })
    const id = await rig.open()
    rig.say(id, 'Go')
    rig.lane.enqueue(id, 'followup', 'First')
    const item = itemNamed(rig, id, 'First')
    await ended(rig, id, 2)
    expect(() => rig.lane.sendNow(id, item)).toThrow()
    expect(words(rig, id).filter((text) => text === 'First')).toHaveLength(1)
  })
})

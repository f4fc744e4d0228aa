import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { waits } from '../../../../test/support/rigs/run-questions.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import { calls, echo, runsOf } from '../../../../test/support/rigs/scripted-replies.ts'
import { recoverRuns } from './recover.ts'

type Log = ReturnType<typeof openTestLog>

function recovered(log: Log) {
  const failed: SessionId[] = []
  const found = recoverRuns({
    log: log.log,
    newId: log.newId,
    unsettled: log.reader.unsettled,
    pathOf: log.paths.of,
    report: (sessionId) => void failed.push(sessionId),
  })
  return { ...found, failed }
}
const waitingRig = (log: Log) =>
  createRunRig({
    replies: [calls('asks'), calls('asks')],
    tools: [echo('asks', async (word) => word)],
    judge: () => ({ verdict: 'ask', reason: '' }),
    log,
  })

it('holds what waits in a chat whose run had ended before the next could start', async () => {
  const log = openTestLog()
  const rig = createRunRig({ replies: [], log })
  const sessionId = await rig.open()
  rig.queue.add(sessionId, 'followup', 'Then this')
  recovered(log)
  expect(log.store.folds(sessionId).queue).toMatchObject([{ text: 'Then this', held: true }])
})

it('asks first what was meant for the run that is gone', async () => {
  const log = openTestLog()
  const rig = createRunRig({ replies: [], log })
  const sessionId = await rig.open()
  rig.queue.add(sessionId, 'followup', 'Then this')
  rig.queue.add(sessionId, 'steer', 'Mind the gap')
  recovered(log)
  expect(log.store.folds(sessionId).queue).toMatchObject([
    { text: 'Mind the gap', lane: 'followup', held: true },
    { text: 'Then this', lane: 'followup', held: true },
  ])
})

it('keeps what was said to an agent until it goes on', async () => {
  const log = openTestLog()
  const rig = createRunRig({ replies: [], log })
  const chatId = await rig.open()
  const { projectId, model } = rig.sessions.get(chatId).meta
  if (projectId === null) throw new Error('no project')
  const sessionId = await rig.sessions.create({
    projectId,
    model,
    cwd: '/tmp',
    permissionMode: 'ask',
    title: 'Look',
    place: {
      kind: 'child',
      parentSessionId: chatId,
      parentRunId: log.newId('run'),
      mode: 'bridge',
      agentId: 'general',
    },
  })
  rig.queue.add(sessionId, 'steer', 'Mind the gap')
  recovered(log)
  expect(log.store.folds(sessionId).queue).toMatchObject([
    { text: 'Mind the gap', lane: 'steer', held: false },
  ])
})

it('puts the other chats in order when one cannot be', async () => {
  const log = openTestLog()
  const rig = waitingRig(log)
  const [broken, whole] = [await rig.open(), await rig.open()]
  for (const sessionId of [broken, whole]) {
    rig.say(sessionId, 'Go')
    await waits(rig, sessionId)
  }
  log.db.prepare('UPDATE runs SET record = ? WHERE session_id = ?').run('{', broken)
  log.db.prepare('UPDATE events SET payload = ? WHERE session_id = ?').run('{', broken)

  const after = openTestLog({ after: log })
  const found = recovered(after)
  expect(found.waiting.map((run) => run.sessionId)).toEqual([whole])
})

it('computes tables anew that cannot be read', async () => {
  const log = openTestLog()
  const rig = waitingRig(log)
  const sessionId = await rig.open()
  rig.say(sessionId, 'Go')
  await waits(rig, sessionId)
  const before = log.store.folds(sessionId)
  log.db.prepare("UPDATE contexts SET record = 'nonsense'").run()

  const after = openTestLog({ after: log })
  expect(after.store.folds(sessionId)).toEqual(before)
  expect(recovered(after).waiting).toHaveLength(1)
})

it('interrupts a waiting run that only its starter could take up again', async () => {
  const log = openTestLog()
  const rig = createRunRig({ replies: [], log })
  const sessionId = await rig.open()
  const { activeContextId: contextId, model } = rig.sessions.get(sessionId).meta
  if (contextId === null) throw new Error('no context')
  const runId = log.newId('run')
  log.store.append(sessionId, [
    {
      kind: 'run.status',
      payload: {
        runId,
        from: null,
        to: 'pending',
        spec: { kind: 'step', contextId, agentId: 'build', model },
      },
    },
    { kind: 'run.status', payload: { runId, from: 'pending', to: 'running' } },
    {
      kind: 'interaction.requested',
      runId,
      payload: { requestId: log.newId('request'), what: 'permission', prompt: '' },
    },
    { kind: 'run.status', payload: { runId, from: 'running', to: 'awaiting_user' } },
  ])
  expect(recovered(log).interrupted).toHaveLength(1)
  expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'failed', reason: 'interrupted' }])
  expect(log.store.folds(sessionId).interactions).toEqual({})
})

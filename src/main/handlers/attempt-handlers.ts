import type { ATTEMPT_CALLS } from '#shared/ipc/calls/attempt-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Attempts } from '../attempts/attempts.ts'

/** Creates the handlers for attempts. */
export function createAttemptHandlers({
  attempts,
}: {
  readonly attempts: Attempts
}): Pick<Handlers, keyof typeof ATTEMPT_CALLS> {
  return {
    'attempts.list': ({ projectId }) => attempts.list(projectId),
    'attempts.view': ({ setId }) => attempts.view(setId),
    'attempts.start': async (wish) => ({ setId: await attempts.start(wish) }),
    'attempts.add': ({ setId, ...wish }) => done(attempts.add(setId, wish)),
    'attempts.stop': ({ setId, letter }) => {
      attempts.stop(setId, letter)
      return null
    },
    'attempts.check': ({ setId, of }) => done(attempts.check(setId, of)),
    'attempts.pick': ({ setId, parts }) => attempts.pick(setId, parts),
    'attempts.apply': ({ setId, of, way }) => done(attempts.apply(setId, of, way)),
    'attempts.unapply': ({ setId, of }) => done(attempts.unapply(setId, of)),
    'attempts.remove': ({ setId, of, anyway }) => done(attempts.remove(setId, of, anyway)),
  }
}

async function done(act: Promise<void>): Promise<null> {
  await act
  return null
}

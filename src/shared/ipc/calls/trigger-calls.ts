import { z } from 'zod'
import { ProjectId, TriggerId } from '../../ids.ts'
import {
  type Trigger,
  TriggerCaps,
  TriggerDraft,
  type TriggerFiring,
  type TriggerListing,
  type TriggerRehearsal,
  TriggerSource,
} from '../../trigger/trigger.ts'
import { call, personCall } from '../call.ts'

const ofTrigger = z.strictObject({ triggerId: TriggerId })

/** A page of the history of a trigger, newest first. */
export type FiringPage = { readonly firings: readonly TriggerFiring[]; readonly total: number }

export const TRIGGER_CALLS = {
  /** The triggers of a project; null for all projects. */
  'trigger.list': call<readonly TriggerListing[]>()(() =>
    z.strictObject({ projectId: ProjectId.nullable() }),
  ),
  /** The newest rows of the history of all triggers of a project. */
  'trigger.recent': call<readonly TriggerFiring[]>()(() =>
    z.strictObject({ projectId: ProjectId.nullable(), limit: z.number().int().min(1).max(200) }),
  ),
  'trigger.history': call<FiringPage>()(() =>
    z.strictObject({
      triggerId: TriggerId,
      offset: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(200),
    }),
  ),
  /** Creates a trigger and switches it on. Full access is confirmed first; null when the person declined. */
  'trigger.create': personCall<Trigger | null>()(() => z.strictObject({ draft: TriggerDraft })),
  /** Changes a trigger. Full access is confirmed once; null when the person declined. */
  'trigger.update': personCall<Trigger | null>()(() =>
    z.strictObject({ triggerId: TriggerId, draft: TriggerDraft }),
  ),
  'trigger.enable': call<Trigger>()(() => z.strictObject({ triggerId: TriggerId, enabled: z.boolean() })),
  /** Deletes a trigger. `trigger.restore` brings it back, switched off. */
  'trigger.delete': call<null>()(() => ofTrigger),
  'trigger.restore': call<Trigger>()(() => ofTrigger),
  /** Starts a run now, also in quiet hours and beyond the caps of the day and the week. */
  'trigger.run': call<TriggerFiring>()(() => ofTrigger),
  /** Shows when a source would start, and when it would have started in the last week. It starts nothing. */
  'trigger.rehearse': personCall<TriggerRehearsal>()(() =>
    z.strictObject({ projectId: ProjectId, source: TriggerSource, caps: TriggerCaps }),
  ),
  /** Replaces the secret of a webhook, and answers with its name in the vault. */
  'trigger.newSecret': call<string>()(() => ofTrigger),
} as const

import { z } from 'zod'
import { ApiKeyRef, CustomModelConfig } from '../../config/config.ts'
import { AgentId, ModelRef, ProjectId } from '../../ids.ts'
import { FIGURE_DAYS, type ProviderFigures } from '../../model/figures.ts'
import type { ConnectionReport, DetectedServer, ModelListing } from '../../model/model.ts'
import { call, personCall } from '../call.ts'

const NOTHING = z.strictObject({})

export const MODEL_CALLS = {
  /** The model of a chat that is about to begin with this agent, or with the usual one. */
  'model.ofNewChat': call<{ readonly model: ModelRef }>()(() =>
    z.strictObject({ projectId: ProjectId, agentId: z.exactOptional(AgentId) }),
  ),
  'model.list': call<readonly ModelListing[]>()(() => NOTHING),
  /** How fast each provider has been and what it has cost, over so many days back from now. */
  'model.figures': call<readonly ProviderFigures[]>()(() => z.strictObject({ days: z.literal(FIGURE_DAYS) })),
  /** Looks for model servers on this machine's loopback address. */
  'model.detect': call<readonly DetectedServer[]>()(() => NOTHING),
  'model.test': personCall<ConnectionReport>()(() =>
    z.strictObject({
      api: CustomModelConfig.shape.api,
      baseUrl: CustomModelConfig.shape.baseUrl,
      id: z.string().max(200),
      apiKeyRef: z.exactOptional(ApiKeyRef),
    }),
  ),
  /** Adds or replaces a model in `config.toml`. */
  'model.save': personCall<readonly ModelListing[]>()(() => z.strictObject({ config: CustomModelConfig })),
  'model.remove': call<readonly ModelListing[]>()(() => z.strictObject({ ref: ModelRef })),
  'model.setDefault': call<readonly ModelListing[]>()(() => z.strictObject({ ref: ModelRef })),
  /** Who names chats, sums up and looks for what to remember; null: who answers in the chat. */
  'model.setSmallJobs': call<readonly ModelListing[]>()(() => z.strictObject({ ref: ModelRef.nullable() })),
} as const

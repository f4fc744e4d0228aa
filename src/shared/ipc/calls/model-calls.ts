import { z } from 'zod'
import { ApiKeyRef, CustomModelConfig, ModelConfig } from '../../config/config.ts'
import { AgentId, ModelRef, ProjectId } from '../../ids.ts'
import type { KnownModels } from '../../model/catalogue.ts'
import { FIGURE_DAYS, type ProviderFigures } from '../../model/figures.ts'
import { PLAN_PROVIDERS, SIGN_IN_PROVIDERS } from '../../model/known-providers.ts'
import type { ConnectionReport, DetectedServer, ModelListing, OfferedModels } from '../../model/model.ts'
import { ModelRole } from '../../model/roles.ts'
import { call, personCall } from '../call.ts'

const NOTHING = z.strictObject({})

export const MODEL_CALLS = {
  /** The model of a chat that is about to begin with this agent, or with the usual one. */
  'model.ofNewChat': call<{ readonly model: ModelRef }>()(() =>
    z.strictObject({ projectId: ProjectId, agentId: z.exactOptional(AgentId) }),
  ),
  'model.list': call<readonly ModelListing[]>()(() => NOTHING),
  /** Returns the speed and cost of each provider over the last `days` days. */
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
  /** Opens the provider's sign-in in the browser. Its key or its tokens go into the vault. */
  'model.signIn': personCall<null>()(() => z.strictObject({ provider: z.enum(SIGN_IN_PROVIDERS) })),
  /** Ends the sign-in that waits for the browser. */
  'model.cancelSignIn': call<null>()(() => NOTHING),
  /** Removes the tokens of a plan from the vault. `told`: whether its provider has confirmed the end of the session. */
  'model.signOut': call<{ readonly told: boolean }>()(() =>
    z.strictObject({ provider: z.enum(PLAN_PROVIDERS) }),
  ),
  /** Adds or replaces a model in `config.toml`. */
  'model.save': personCall<readonly ModelListing[]>()(() => z.strictObject({ config: ModelConfig })),
  'model.remove': call<readonly ModelListing[]>()(() => z.strictObject({ ref: ModelRef })),
  'model.setDefault': call<readonly ModelListing[]>()(() => z.strictObject({ ref: ModelRef })),
  /** Sets the model that a role has for all providers; null: none of its own. */
  'model.setRole': call<readonly ModelListing[]>()(() =>
    z.strictObject({ role: ModelRole, ref: ModelRef.nullable() }),
  ),
  /** More models of the providers that are set up, from the catalogue. */
  'model.offered': call<OfferedModels>()(() => NOTHING),
  /** The catalogue's models of a provider, also of one that is not set up. */
  'model.known': call<KnownModels>()(() => z.strictObject({ provider: z.string().max(100) })),
  /** Finds a model by reference, id, label or role; null where there is none. Roles belong to the provider of `near`. */
  'model.named': call<ModelListing | null>()(() =>
    z.strictObject({ name: z.string().min(1).max(300), near: ModelRef.nullable() }),
  ),
  /** Adds a model of the catalogue to `config.toml`. */
  'model.add': call<readonly ModelListing[]>()(() => z.strictObject({ ref: ModelRef })),
} as const

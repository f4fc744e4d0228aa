import { z } from 'zod'
import { ReasoningEffort } from './model.ts'
import { ModelPrices } from './prices.ts'
import type { ModelRole } from './roles.ts'

/** An entry of the bundled catalogue. Limits are in tokens. All its models accept tools. */
export const CatalogueModel = z.strictObject({
  provider: z.string(),
  id: z.string(),
  label: z.string(),
  family: z.string(),
  window: z.number().int().positive(),
  output: z.number().int().positive(),
  pictures: z.exactOptional(z.literal(true)),
  pdfs: z.exactOptional(z.literal(true)),
  /** The efforts it can be asked for. Missing: it does not think. */
  efforts: z.exactOptional(z.array(ReasoningEffort).readonly()),
  /** Missing where the provider's prices depend on the place. */
  prices: z.exactOptional(ModelPrices),
  endsOn: z.exactOptional(z.iso.date()),
})
export type CatalogueModel = z.infer<typeof CatalogueModel>

/** The catalogue's models of one provider. */
export type KnownModels = {
  /** The day on which the facts were read, as `YYYY-MM-DD`. */
  readonly date: string
  readonly models: readonly CatalogueModel[]
  /** The suggested model of each role. */
  readonly roles: Readonly<Partial<Record<ModelRole, string>>>
}

import { z } from 'zod'

const Weight = z.number().min(0).max(100)
const Share = z.number().min(0).max(1)

/** `[tools.ranking]`: how a search ranks tools. Missing values are the usual ones. */
export const SearchWeightsTable = z.strictObject({
  keyword: z.exactOptional(Share),
  name: z.exactOptional(Weight),
  group: z.exactOptional(Weight),
  description: z.exactOptional(Weight),
  arguments: z.exactOptional(Weight),
  least: z.exactOptional(Share),
})
export type SearchWeightsTable = z.infer<typeof SearchWeightsTable>

/**
 * How a search ranks tools: the share of the score that counts shared words (the rest weighs how rare they are), the
 * weights of the parts of a tool, and the least score of a found tool.
 */
export type SearchWeights = Required<SearchWeightsTable>

/** The weights in force where no setting changes them. */
export const USUAL_WEIGHTS: SearchWeights = {
  keyword: 0.4,
  name: 3,
  group: 2.5,
  description: 1,
  arguments: 0.5,
  least: 0.1,
}

/** Returns the weights of a settings file, with the usual ones for those that it does not name. */
export const withUsualWeights = (chosen: SearchWeightsTable = {}): SearchWeights => ({
  ...USUAL_WEIGHTS,
  ...chosen,
})

import type { ReadMeaning } from '../../../src/main/vectors/question-reader.ts'

/** Nobody chose an embeddings model. */
export const readNothing: ReadMeaning = async () => ({ near: null, missed: null })

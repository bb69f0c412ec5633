/**
 * How many damaged files a test of mutations makes, and from which seed. Each has its own by default; `REVERA_MUTATIONS`
 * and `REVERA_MUTATION_SEED` set them (CI takes the date as the seed). Titles name the seed, so that a failure tells how
 * to repeat it.
 */
export const mutationRun = {
  mutations: Number(process.env['REVERA_MUTATIONS'] ?? 5_000),
  seed: Number(process.env['REVERA_MUTATION_SEED'] ?? 20_261_120),
} as const;

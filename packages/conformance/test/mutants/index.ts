import { answerFaults } from './answers.ts'
import { behaviourFaults } from './behaviour.ts'
import { fieldFaults } from './fields.ts'
import { generalFaults } from './general.ts'
import type { Mutant } from './mutant.ts'
import { requestFaults } from './requests.ts'

/** Every server with a fault. */
export const mutants: readonly Mutant[] = [
  ...fieldFaults,
  ...answerFaults,
  ...requestFaults,
  ...behaviourFaults,
  ...generalFaults,
]

import { fuzzApi } from '../kit/fuzz-api.ts'

// The long form, on every storage, is in `apps/sandbox-e2e/test/hostile`.
fuzzApi(['memory'], 25)

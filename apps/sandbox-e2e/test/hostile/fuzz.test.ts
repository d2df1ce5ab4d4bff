import { fuzzApi } from '../../../sandbox/test/kit/fuzz-api.ts'
import { kinds } from '../../../sandbox/test/kit/index.ts'

fuzzApi(kinds, 150)

/**
 * What an account is told of a model. `wanted`: to approve a version · `changed`: one that its stores use was published
 * by a department above · the others: what came of a version that it asked for.
 */
export type ModelNews = 'wanted' | 'approved' | 'rejected' | 'expired' | 'outdated' | 'changed'

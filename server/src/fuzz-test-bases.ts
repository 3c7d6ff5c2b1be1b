import type { Endpoint } from '@tegeka/contract/endpoint.ts';
import { openDesk } from '#features/imports/imports-test-calls.ts';
import { businessRecipes } from './fuzz-test-businesses.ts';
import { customerRecipes } from './fuzz-test-customers.ts';
import { openKeeper } from './fuzz-test-keeper.ts';
import { type Base, type Recipes, written } from './fuzz-test-near.ts';
import { peopleRecipes } from './fuzz-test-people.ts';
import type { FuzzHouse } from './test-fuzz-house.ts';
import { inputSchema } from './test-schema.ts';

/** What a query says where nothing else is wished for. */
function usualQuery({ query }: Endpoint): Record<string, string> {
  const schema = query ? inputSchema(query) : true;
  const properties = typeof schema === 'boolean' ? {} : (schema.properties ?? {});
  const usual = Object.entries(properties).flatMap(([name, field]) =>
    typeof field === 'boolean' || field.default === undefined
      ? []
      : [[name, written(field.default)]],
  );
  return Object.fromEntries(usual);
}

/** A call of a row that neither uses anything up nor has to know how things stand. */
async function plainBase(fuzz: FuzzHouse, row: Endpoint): Promise<Base> {
  const { own } = fuzz;
  const { admission, name } = row;
  const domains = admission.kind === 'public' ? [] : admission.domains;
  const kind = domains.find((domain) => domain === 'MERCHANT') ?? domains[0] ?? null;
  const params = { ...own.ids, name: 'MERCHANT_APPROVAL_POLICY_ID' };
  const named = Object.entries(params).filter(([one]) => row.path.includes(`{${one}}`));
  return {
    client: await fuzz.clientOf(kind),
    params: Object.fromEntries(named),
    query: usualQuery(row),
    body: own.bodies[name],
  };
}

/** Gives each row a call that is right, of things that exist. */
export async function openBases(fuzz: FuzzHouse): Promise<(row: Endpoint) => Promise<Base>> {
  const keeper = openKeeper(fuzz.house);
  const desk = await openDesk(fuzz.house);
  keeper.keep('MERCHANT', desk.person);
  const recipes: Recipes = {
    ...(await peopleRecipes(fuzz, desk)),
    ...(await businessRecipes(fuzz, desk, keeper)),
    ...(await customerRecipes(fuzz, desk)),
  };
  return async (row) => {
    await fuzz.pardon();
    await keeper.refresh();
    const recipe = Object.entries(recipes).find(([name]) => name === row.name)?.[1];
    return recipe ? recipe() : plainBase(fuzz, row);
  };
}

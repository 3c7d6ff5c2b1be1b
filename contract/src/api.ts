import { decideRequest, getRequest, listRequestEvents, listRequests } from './approvals.ts';
import { getBankProfile, listBanks } from './banks.ts';
import {
  createBank,
  disableBank,
  enableBank,
  getBank,
  listBankEvents,
  listBankOrganizations,
  listBankRecords,
  updateBank,
} from './bank-records.ts';
import {
  disableCustomer,
  enableCustomer,
  exportCustomers,
  getCustomer,
  listCustomerEvents,
  listCustomers,
} from './customers/customers.ts';
import { createCustomer, updateCustomer } from './customers/customer-writing.ts';
import {
  cancelCustomerImport,
  confirmCustomerImport,
  exportRefusedRows,
  getCustomerImport,
  listCustomerImports,
  listRefusedRows,
  mapCustomerImport,
  uploadCustomers,
} from './customers/customer-imports.ts';
import type { Endpoint } from './kit/endpoint.ts';
import { getFile } from './files.ts';
import { getLatestChange, submitChange, withdrawChange } from './merchants/merchant-changes.ts';
import {
  getBusinessProfile,
  revealAccountNumber,
  updateContact,
} from './merchants/merchant-profile.ts';
import {
  getMerchantProfile,
  listMerchantEvents,
  withdrawRegistration,
} from './merchants/merchants.ts';
import {
  exportMerchants,
  getMerchant,
  listMerchantRequests,
  listMerchants,
  listOperatorMerchantEvents,
  listOrganizationUsers,
  reinstateMerchant,
  revealMerchantAccount,
  suspendMerchant,
} from './merchants/operator-merchants.ts';
import { getRegistration, submitMerchant } from './merchants/merchant-registration.ts';
import { deleteSavedView, listSavedViews, saveView } from './saved-views.ts';
import { searchAll } from './search.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { getSetting } from './settings.ts';
import {
  createRepresentative,
  emailExists,
  getPasswordReset,
  phoneExists,
  resetPassword,
  sendCode,
  verifyCode,
} from './sign-up.ts';
import { getCurrentUser } from './users.ts';

/** Every row of the API: what the server must answer, the OpenAPI document says and tests try. */
export const API: readonly Endpoint[] = [
  getCurrentUser,
  listSessions,
  endOtherSessions,
  endSession,
  emailExists,
  phoneExists,
  sendCode,
  verifyCode,
  createRepresentative,
  getPasswordReset,
  resetPassword,
  getSetting,
  listSavedViews,
  saveView,
  deleteSavedView,
  searchAll,
  listBanks,
  getBankProfile,
  listBankRecords,
  createBank,
  getBank,
  updateBank,
  enableBank,
  disableBank,
  listBankEvents,
  listBankOrganizations,
  getFile,
  submitMerchant,
  getMerchantProfile,
  getRegistration,
  withdrawRegistration,
  listMerchantEvents,
  getBusinessProfile,
  revealAccountNumber,
  updateContact,
  getLatestChange,
  submitChange,
  withdrawChange,
  listMerchants,
  exportMerchants,
  getMerchant,
  revealMerchantAccount,
  suspendMerchant,
  reinstateMerchant,
  listOperatorMerchantEvents,
  listMerchantRequests,
  listOrganizationUsers,
  listRequests,
  getRequest,
  listRequestEvents,
  decideRequest,
  listCustomers,
  exportCustomers,
  createCustomer,
  getCustomer,
  updateCustomer,
  disableCustomer,
  enableCustomer,
  listCustomerEvents,
  uploadCustomers,
  listCustomerImports,
  getCustomerImport,
  mapCustomerImport,
  confirmCustomerImport,
  cancelCustomerImport,
  listRefusedRows,
  exportRefusedRows,
];

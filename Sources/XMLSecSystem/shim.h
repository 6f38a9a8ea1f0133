/* Deliberately empty: the headers of xmlsec, libxml2 and OpenSSL are included by CXMLSec only and never reach Swift. */
#pragma once

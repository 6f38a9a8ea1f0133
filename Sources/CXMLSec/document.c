#include "internal.h"

#include <stdio.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>

cxs_document *cxs_document_parse(const char *bytes, size_t count, bool recover) {
    cxs_begin();
    if (count == 0 || count > INT32_MAX) {
        cxs_fail("empty or too large");
        return NULL;
    }
    int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | (recover ? XML_PARSE_RECOVER : 0);
    /* The encoding is fixed here, regardless of the declaration. */
    xmlDocPtr document = xmlReadMemory(bytes, (int)count, NULL, "UTF-8", options);
    if (document == NULL || xmlDocGetRootElement(document) == NULL) {
        const xmlError *error = xmlGetLastError();
        char text[200];
        snprintf(
            text, sizeof text, "line %d: %s", error ? error->line : 0, error && error->message ? error->message : "no element");
        text[strcspn(text, "\n")] = '\0';
        cxs_fail(text);
        xmlFreeDoc(document);
        return NULL;
    }
    return document;
}

void cxs_document_free(cxs_document *document) { xmlFreeDoc(document); }

bool cxs_document_has_type(const cxs_document *document) { return document->intSubset != NULL || document->extSubset != NULL; }

cxs_node *cxs_document_root(const cxs_document *document) { return xmlDocGetRootElement((xmlDocPtr)document); }

cxs_node *cxs_document_first_node(const cxs_document *document) { return document->children; }

cxs_kind cxs_node_kind(const cxs_node *node) {
    switch (node->type) {
        case XML_ELEMENT_NODE: return CXS_ELEMENT;
        case XML_TEXT_NODE:
        case XML_CDATA_SECTION_NODE: return CXS_TEXT;
        case XML_COMMENT_NODE: return CXS_COMMENT;
        case XML_PI_NODE: return CXS_PROCESSING_INSTRUCTION;
        default: return CXS_OTHER;
    }
}

cxs_node *cxs_node_parent(const cxs_node *node) {
    return node->parent != NULL && node->parent->type == XML_ELEMENT_NODE ? node->parent : NULL;
}

/* Children of anything but an element belong to a document type. */
cxs_node *cxs_node_first_child(const cxs_node *node) { return node->type == XML_ELEMENT_NODE ? node->children : NULL; }

cxs_node *cxs_node_next_sibling(const cxs_node *node) { return node->next; }

const char *cxs_node_name(const cxs_node *node) { return node->name == NULL ? "" : (const char *)node->name; }

bool cxs_node_is(const cxs_node *node, const char *namespace_uri, const char *name) {
    return node->type == XML_ELEMENT_NODE && node->ns != NULL && node->ns->href != NULL
        && strcmp((const char *)node->name, name) == 0 && strcmp((const char *)node->ns->href, namespace_uri) == 0;
}

const char *cxs_node_content(const cxs_node *node) {
    if (cxs_node_kind(node) != CXS_TEXT) return NULL;
    return node->content == NULL ? "" : (const char *)node->content;
}

struct _xmlAttr *cxs_find_attribute(const cxs_node *node, const char *name, const char *namespace_uri) {
    if (node->type != XML_ELEMENT_NODE) return NULL;
    for (xmlAttrPtr attribute = node->properties; attribute != NULL; attribute = attribute->next) {
        if (strcmp((const char *)attribute->name, name) != 0) continue;
        if (namespace_uri == NULL && attribute->ns == NULL) return attribute;
        if (namespace_uri != NULL && attribute->ns != NULL && attribute->ns->href != NULL
            && strcmp((const char *)attribute->ns->href, namespace_uri) == 0) {
            return attribute;
        }
    }
    return NULL;
}

const char *cxs_node_attribute(const cxs_node *node, const char *name, const char *namespace_uri) {
    xmlAttrPtr attribute = cxs_find_attribute(node, name, namespace_uri);
    if (attribute == NULL) return NULL;
    if (attribute->children == NULL) return "";
    /* More than one text node: the value contains an entity. */
    if (attribute->children->next != NULL || attribute->children->type != XML_TEXT_NODE) return NULL;
    return attribute->children->content == NULL ? "" : (const char *)attribute->children->content;
}

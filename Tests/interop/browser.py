"""A browser without a window: browser.py USER PASSWORD ADDRESS opens the address, follows redirects, and sends the forms
that it encounters, with user name and password where they are required, until a page has no form."""

import html
import http.cookiejar
import re
import sys
import urllib.parse
import urllib.request

user, password, address = sys.argv[1:]
cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), cookies)


def attribute(tag, name):
    match = re.search(rf'{name}="([^"]*)"', tag)
    return html.unescape(match[1]) if match else ""


body = None
for _ in range(10):
    with opener.open(address, body, timeout=60) as answer:
        address, page = answer.url, answer.read().decode()
    form = re.search(r"(?s)<form.*?</form>", page)
    if not form:
        break
    fields = {attribute(tag, "name"): attribute(tag, "value") for tag in re.findall(r"<input [^>]*>", form[0])}
    fields.pop("", None)
    if "password" in fields:
        fields |= {"username": user, "password": password, "action": "login"}
    address = urllib.parse.urljoin(address, attribute(form[0], "action"))
    body = urllib.parse.urlencode(fields).encode()
else:
    sys.exit("The pages have no end.")

#!/usr/bin/env python3
"""Measures the steps of a login and a logout at a provider's page: the service's own time of each, from its log.

    python3 Benchmarks/login.py .build/release/entitlementd --rounds 200

One browser after the other walks from GET /api/v1/authenticate to the app, and out again. The bound of a step is 5 ms.
"""

import argparse
import collections
import html.parser
import http.cookiejar
import json
import os
import re
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request

import figures
from entitlementd import Service

BOUND = 5.0


class Form(html.parser.HTMLParser):
    """The only form of a page."""

    def __init__(self, text):
        super().__init__()
        self.action, self.fields = None, {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.action = attributes["action"]
        if tag == "input":
            self.fields[attributes["name"]] = attributes.get("value") or ""


class Browser:
    """Keeps cookies and does not follow redirects."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *arguments):
            return None

    def __init__(self, base):
        self.base = base
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), self.Stay
        )

    def send(self, address, fields=None, token=None, body=None, expect=(200, 201, 302)):
        data = urllib.parse.urlencode(fields).encode() if fields is not None else body
        request = urllib.request.Request(urllib.parse.urljoin(self.base, address), data)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        if body:
            request.add_header("Content-Type", "application/json")
        try:
            answer = self.opener.open(request, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        if answer.status not in expect:
            sys.exit(f"bench: {address}: HTTP {answer.status}: {answer.read().decode()}")
        return answer.headers.get("Location") or answer.read().decode()


def walk(base, token, device):
    browser = Browser(base)
    code = json.loads(browser.send("/reggie/v1/REF30/regcode", {"deviceId": device}, token))["code"]
    query = {
        "reg_code": code, "requestor_id": "REF30", "mso_id": "AlphaCable", "domain_name": "example.com", "noflash": "true",
        "no_iframe": "true", "redirect_url": "adobepass://ios.app",
    }
    page = Form(browser.send(browser.send("/api/v1/authenticate?" + urllib.parse.urlencode(query))))
    forward = Form(browser.send(page.action, {**page.fields, "username": "alice", "password": "alice", "action": "login"}))
    if browser.send(forward.action, forward.fields) != "adobepass://ios.app":
        sys.exit("bench: the login did not end at the app")
    query = {"requestor_id": "REF30", "mso_id": "AlphaCable", "deviceId": device, "redirect_url": "adobepass://ios.app"}
    address = "/adobe-services/logout?" + urllib.parse.urlencode(query)
    for _ in range(3):
        address = browser.send(address)
    if address != "adobepass://ios.app":
        sys.exit("bench: the logout did not end at the app")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    figures.add_options(parser, 200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, open(os.path.join(folder, "log"), "w+", encoding="utf-8") as log:
        service = Service(os.path.abspath(options.binary), folder, 1, options=("--log-level", "info"), log=log)
        # The first login generates the provider's key.
        walk(service.url, service.access_token, "device-0")
        log.flush()
        start = os.path.getsize(log.name)
        for number in range(options.rounds):
            walk(service.url, service.access_token, f"device-{number + 1}")
        service.stop()
        with open(log.name, encoding="utf-8") as file:
            file.seek(start)
            lines = file.read().splitlines()
    steps = collections.defaultdict(list)
    for line in lines:
        fields = dict(re.findall(r"(method|route|microseconds)=(\S+)", line))
        if len(fields) == 3:
            steps[f"{fields['method']} {fields['route']}"].append(int(fields["microseconds"]) / 1000)
    if not steps:
        sys.exit("bench: the log has no line about a request")
    report = figures.Report()
    for step, times in steps.items():
        report.add(step, times, "ms", BOUND)
    report.finish(options.json)


if __name__ == "__main__":
    main()

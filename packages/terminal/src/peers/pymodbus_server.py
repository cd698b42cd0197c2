"""Serves the registers of the tests with pymodbus: pymodbus_server.py mbtcp|rtu-tcp|serial <port or path>.

Registers are given as JSON on standard input: {"unit": {"holding": {"address": value}, "input": {...}, "discrete": {...}}}.
Prints "ready <port>" once it listens.
"""
import asyncio
import json
import sys

from pymodbus.datastore import ModbusServerContext, ModbusSlaveContext, ModbusSparseDataBlock
from pymodbus.server.async_io import ModbusSerialServer, ModbusTcpServer
from pymodbus.transaction import ModbusRtuFramer, ModbusSocketFramer


def block(values):
    # An empty block is no block to pymodbus; address 65535 is used by none of the tests.
    return ModbusSparseDataBlock({int(address): value for address, value in values.items()} or {65535: 0})


def context(units):
    slaves = {
        int(unit): ModbusSlaveContext(
            di=block(tables.get("discrete", {})),
            co=block({}),
            hr=block(tables.get("holding", {})),
            ir=block(tables.get("input", {})),
            zero_mode=True,
        )
        for unit, tables in units.items()
    }
    return ModbusServerContext(slaves=slaves, single=False)


async def serve(kind, where, units):
    options = {"ignore_missing_slaves": True}
    if kind == "serial":
        server = ModbusSerialServer(context(units), framer=ModbusRtuFramer, port=where, baudrate=9600, **options)
        await server.start()
        print("ready 0", flush=True)
        await server.serve_forever()
        return
    framer = ModbusRtuFramer if kind == "rtu-tcp" else ModbusSocketFramer
    server = ModbusTcpServer(context(units), framer=framer, address=("127.0.0.1", int(where)), **options)
    serving = asyncio.ensure_future(server.serve_forever())
    await server.serving
    print("ready", server.server.sockets[0].getsockname()[1], flush=True)
    await serving


asyncio.run(serve(sys.argv[1], sys.argv[2], json.loads(sys.stdin.readline())))
